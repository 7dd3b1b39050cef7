import { Link } from "react-router";

/** From a short list to the pages on which one of its rows is run. */
export const ManageLink = ({ to, subject }: { to: string; subject: string }) => (
	<Link to={to} className="link-alone">
		Manage<span className="sr-only"> {subject}</span>
	</Link>
);
