import { href, Link } from "react-router";

interface HolderLinkProps {
	customer: { readonly id: string; readonly name: string };
	/** Whether the person may see customers. */
	linked: boolean;
}

/** The customer who has a domain or plan. */
export const HolderLink = ({ customer: { id, name }, linked }: HolderLinkProps) =>
	linked ? (
		<Link className="link" to={href("/desk/customers/:customerId", { customerId: id })}>
			{name}
		</Link>
	) : (
		name
	);
