import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from "react";
import { cx } from "./cx";

/** Hidden in print. */
const base =
	"inline-flex items-center justify-center gap-2 rounded-full border font-semibold text-center no-underline select-none transition-colors print:hidden disabled:opacity-55 aria-disabled:opacity-55";

const variants = {
	primary: "border-transparent bg-lake text-on-solid hover:not-disabled:bg-lake-deep",
	secondary: "border-edge/50 bg-surface text-ink hover:not-disabled:border-ink",
	/** A primary action that is repeated in every row of a list. */
	outline: "border-lake bg-transparent text-lake hover:not-disabled:bg-lake-wash",
	quiet: "border-transparent bg-transparent text-ink hover:not-disabled:bg-lake-wash",
	/** For actions that can't be undone. */
	quietDanger: "border-edge/50 bg-surface text-danger hover:not-disabled:border-danger",
	danger: "border-transparent bg-danger text-on-solid hover:not-disabled:opacity-90",
} as const;

/** `sm` looks lower, but its touch target is still 44 px high. */
const sizes = {
	md: "min-h-11 px-5 py-2 text-base",
	sm: "relative min-h-9 px-4 py-1 text-sm after:absolute after:inset-x-0 after:-inset-y-[5px]",
} as const;

export interface ButtonLook {
	variant?: keyof typeof variants;
	size?: keyof typeof sizes;
}

export const buttonClasses = ({ variant = "primary", size = "md" }: ButtonLook = {}, className?: string) =>
	cx(base, variants[variant], sizes[size], className);

export function Button({
	variant,
	size,
	className,
	type = "button",
	...rest
}: ButtonLook & ButtonHTMLAttributes<HTMLButtonElement>) {
	return <button type={type} className={buttonClasses({ variant, size }, className)} {...rest} />;
}

/** A link that looks like a button. A plain `<a>`, because it may lead to a page without React. */
export function ButtonLink({
	variant,
	size,
	className,
	...rest
}: ButtonLook & AnchorHTMLAttributes<HTMLAnchorElement>) {
	return <a className={buttonClasses({ variant, size }, className)} {...rest} />;
}
