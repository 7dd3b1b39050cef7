import { Link } from "react-router";

/** From a short list to the pages on which one of its rows is run. */
export const ManageLink = ({ to, subject }: { to: string; subject: string }) => (
	<Link to={to} className="link inline-flex min-h-11 items-center">
		Manage<span className="sr-only"> {subject}</span>
	</Link>
);
