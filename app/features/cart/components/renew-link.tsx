import { Link } from "react-router";

interface RenewLinkProps {
	to: string;
	/** Which of them, for those who hear the link alone. */
	subject: string;
}

/** To where a domain or a plan is renewed. */
export const RenewLink = ({ to, subject }: RenewLinkProps) => (
	<Link to={to} className="link-alone">
		Renew<span className="sr-only"> {subject}</span>
	</Link>
);
