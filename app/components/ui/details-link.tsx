import { Link } from "react-router";

/** From a short list to the same row, open, in the whole list. */
export const DetailsLink = ({ to, subject }: { to: string; subject: string }) => (
	<Link to={to} className="link inline-flex min-h-11 items-center">
		Details<span className="sr-only"> of {subject}</span>
	</Link>
);
