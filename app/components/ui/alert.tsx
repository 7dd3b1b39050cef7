import type { HTMLAttributes, ReactNode, Ref } from "react";
import { cx } from "./cx";
import { Icon } from "./icon";
import type { IconName } from "./icon-names";
import type { Tone } from "./tone";

const looks: Record<Tone, { box: string; icon: IconName }> = {
	success: { box: "bg-lake-wash text-lake-deep", icon: "circle-check" },
	pending: { box: "bg-maize-wash text-ink", icon: "clock" },
	danger: { box: "bg-danger-wash text-danger", icon: "circle-alert" },
	info: { box: "bg-indigo-wash text-indigo", icon: "info" },
	neutral: { box: "border-line bg-surface text-ink", icon: "info" },
};

interface AlertProps extends Omit<HTMLAttributes<HTMLDivElement>, "title"> {
	tone: Tone;
	title?: ReactNode;
	ref?: Ref<HTMLDivElement>;
}

/** A message box within the page. Set `role="alert"` or `role="status"` if it appears after the page has loaded. */
export function Alert({ tone, title, className, children, ...rest }: AlertProps) {
	const look = looks[tone];
	return (
		<div
			className={cx("flex items-start gap-3 rounded-field border border-transparent px-4 py-3", look.box, className)}
			{...rest}
		>
			<Icon name={look.icon} className="mt-0.5 flex-none" />
			<div className="min-w-0 flex-1">
				{title && <p className="font-semibold">{title}</p>}
				{children && <div className="text-ink">{children}</div>}
			</div>
		</div>
	);
}
