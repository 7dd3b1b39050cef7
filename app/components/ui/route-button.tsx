import { Link, type LinkProps } from "react-router";
import { type ButtonLook, buttonClasses } from "./button";

/** A link that looks like a button and navigates without a page load. Only for pages with React. */
export function RouteButton({ variant, size, className, ...link }: ButtonLook & LinkProps & { className?: string }) {
	return <Link className={buttonClasses({ variant, size }, className)} {...link} />;
}
