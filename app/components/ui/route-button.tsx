import { Link, type LinkProps } from "react-router";
import { type ButtonLook, buttonClasses } from "./button";

/** A link within the app zone that looks like a button: by script the page changes without being loaded anew. */
export function RouteButton({ variant, size, className, ...link }: ButtonLook & LinkProps & { className?: string }) {
	return <Link className={buttonClasses({ variant, size }, className)} {...link} />;
}
