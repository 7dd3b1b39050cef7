import type { ReactNode } from "react";
import { cx } from "./cx";
import type { Tone } from "./tone";

const tones: Record<Tone, string> = {
	success: "border-transparent bg-lake-wash text-lake-deep",
	pending: "border-transparent bg-maize text-on-maize",
	danger: "border-transparent bg-danger-wash text-danger",
	info: "border-transparent bg-indigo-wash text-indigo",
	neutral: "border-line bg-transparent text-muted",
};

export function Badge({
	tone = "neutral",
	className,
	children,
}: {
	tone?: Tone;
	className?: string;
	children: ReactNode;
}) {
	return (
		<span
			className={cx(
				"inline-flex items-center gap-1.5 whitespace-nowrap rounded-full border px-3 py-0.5 text-sm font-semibold",
				tones[tone],
				className,
			)}
		>
			{children}
		</span>
	);
}
