import { brand } from "~/brand";
import { CartView } from "~/features/cart/components/cart-view";

export const meta = () => [{ title: `Your Shopping Cart | ${brand.name}` }, { name: "robots", content: "noindex" }];

export default function CartPage() {
	return <CartView browseHref="/domains" />;
}
