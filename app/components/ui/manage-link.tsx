import { Link } from "react-router";

/** Links a row of a short list to its management pages. */
export const ManageLink = ({ to, subject }: { to: string; subject: string }) => (
	<Link to={to} className="link-alone">
		Manage<span className="sr-only"> {subject}</span>
	</Link>
);
