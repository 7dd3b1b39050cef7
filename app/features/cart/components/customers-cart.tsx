import { href } from "react-router";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { Heading } from "~/components/ui/heading";

/** Instead of the cart, while staff are signed in as a customer. */
export const CustomersCart = () => (
	<div className="page-column">
		<Heading level={1} dot className="mt-2 mb-8">
			The customer's cart
		</Heading>
		<Card>
			<EmptyState
				icon="shopping-cart"
				title="You can't see it from here"
				action={<ButtonLink href={href("/dashboard")}>Back to the overview</ButtonLink>}
			>
				A cart is stored in the customer's own browser, not in their account. To order something for them, use Order on
				their page at the desk.
			</EmptyState>
		</Card>
	</div>
);
