import { Link, type LinkProps } from "react-router";
import { Icon } from "./icon";

/** A link to the parent page, above a page's title: "← All domains". */
export function BackLink({ children, ...link }: LinkProps) {
	return (
		<Link
			className="-ms-2 inline-flex min-h-11 items-center gap-2 justify-self-start rounded-full px-2 text-muted no-underline hover:text-ink"
			{...link}
		>
			<Icon name="arrow-left" />
			{children}
		</Link>
	);
}

/** The parent of a page. */
export interface BackTo extends Pick<LinkProps, "to" | "state"> {
	readonly label: string;
}

export const LinkBack = ({ label, ...link }: BackTo) => <BackLink {...link}>{label}</BackLink>;
