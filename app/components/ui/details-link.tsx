import { Link } from "react-router";

/** Links a row of a short list to the same row, expanded, in the full list. */
export const DetailsLink = ({ to, subject }: { to: string; subject: string }) => (
	<Link to={to} className="link-alone">
		Details<span className="sr-only"> of {subject}</span>
	</Link>
);
