import { href, Link } from "react-router";

interface CustomerLinkProps {
	customer: { readonly id: string; readonly name: string };
	/** Whether the person at the desk may see customers. */
	linked?: boolean;
}

/** A customer, by name. */
export const CustomerLink = ({ customer: { id, name }, linked = true }: CustomerLinkProps) =>
	linked ? (
		<Link className="link" to={href("/desk/customers/:customerId", { customerId: id })}>
			{name}
		</Link>
	) : (
		name
	);
