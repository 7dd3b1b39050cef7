import { href } from "react-router";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";

/** Count and total of the cart. Hidden while it is empty. islands/cart-summary.ts fills it in. */
export function CartSummary() {
	return (
		<cart-summary
			hidden
			className="pointer-events-none sticky bottom-4 z-10 flex justify-center px-4 max-sm:pe-20 [&[hidden]]:hidden"
		>
			<ButtonLink href={href("/cart")} className="pointer-events-auto flex-wrap gap-y-0 shadow-float">
				<Icon name="shopping-cart" />
				<span className="tabular-nums" data-text />
				<span className="text-sm font-normal">before tax</span>
			</ButtonLink>
		</cart-summary>
	);
}
