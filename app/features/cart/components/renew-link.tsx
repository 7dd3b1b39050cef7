import { Link } from "react-router";

interface RenewLinkProps {
	to: string;
	/** The domain or plan, for screen readers. */
	subject: string;
}

/** Link to the page that renews a domain or a plan. */
export const RenewLink = ({ to, subject }: RenewLinkProps) => (
	<Link to={to} className="link-alone">
		Renew<span className="sr-only"> {subject}</span>
	</Link>
);
