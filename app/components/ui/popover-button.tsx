import type { ReactNode } from "react";
import { cx } from "./cx";

interface PopoverButtonProps {
	/** Id of the popover. */
	target: string;
	/** Where the same content is, for browsers without popovers and without script. */
	href: string;
	/** Not the property `display`. */
	className: string;
	children: ReactNode;
}

/**
 * Opens a popover. Browsers without popovers (Chrome before 114, Safari before 17) show a link instead, which
 * islands/popovers.ts turns into such a button.
 */
export const PopoverButton = ({ target, href, className, children }: PopoverButtonProps) => (
	<>
		<button type="button" popoverTarget={target} className={cx("hidden popovers:flex", className)}>
			{children}
		</button>
		<a href={href} data-opens={target} className={cx("flex text-ink popovers:hidden", className)}>
			{children}
		</a>
	</>
);
