import { Link } from "react-router";

/** From a short list to the same row, open, in the whole list. */
export const DetailsLink = ({ to, subject }: { to: string; subject: string }) => (
	<Link to={to} className="link-alone">
		Details<span className="sr-only"> of {subject}</span>
	</Link>
);
