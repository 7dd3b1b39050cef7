import { Link } from "react-router";

interface RenewLinkProps {
	to: string;
	/** The domain or plan, for screen readers. */
	subject: string;
	verb?: "Renew" | "Restore";
}

/** Link to the page that renews a domain or a plan, or restores a domain. */
export const RenewLink = ({ to, subject, verb = "Renew" }: RenewLinkProps) => (
	<Link to={to} className="link-alone">
		{verb}
		<span className="sr-only"> {subject}</span>
	</Link>
);
