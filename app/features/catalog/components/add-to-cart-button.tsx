import { AddForm } from "~/features/cart/components/add-form";
import { cartItemOf } from "../chosen-plan";
import type { Addon, Hardware, Plan, Term } from "../product";

interface AddToCartButtonProps {
	product: Plan | Addon | Hardware;
	term: Term;
	/** For screen readers, if the page has a button for each term. Default: the name. */
	subject?: string;
}

export const AddToCartButton = ({ product, term, subject = product.name }: AddToCartButtonProps) => (
	<AddForm variant="secondary" item={cartItemOf(product, term)} subject={subject} />
);
