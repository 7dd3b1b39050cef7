import { AddForm } from "~/features/cart/components/add-form";
import { cartItemOf } from "../chosen-plan";
import type { Addon, Hardware, Plan, Term } from "../product";

export const AddToCartButton = ({ product, term }: { product: Plan | Addon | Hardware; term: Term }) => (
	<AddForm variant="secondary" item={cartItemOf(product, term)} subject={product.name} />
);
