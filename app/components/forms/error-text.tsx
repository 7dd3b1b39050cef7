import type { HTMLAttributes } from "react";
import { Icon } from "../ui/icon";

/** An inline error message. */
export function ErrorText({ children, ...rest }: HTMLAttributes<HTMLParagraphElement>) {
	return (
		<p className="flex items-start gap-1.5 text-sm font-medium text-danger" {...rest}>
			<Icon name="circle-alert" size={16} className="mt-0.5 flex-none" />
			{children}
		</p>
	);
}
