import { href } from "react-router";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";

/**
 * Count and total of the cart, at the bottom of the screen. Before the results in the document, so that the keyboard
 * gets there without passing all of them. Hidden while the cart is empty. islands/cart-summary.ts fills it in.
 */
export function CartSummary() {
	return (
		<cart-summary
			hidden
			className="pointer-events-none sticky bottom-4 z-10 order-last flex flex-wrap justify-center gap-2 px-4 max-sm:pe-20 [&[hidden]]:hidden"
		>
			<ButtonLink
				href={href("/cart")}
				variant="secondary"
				className="pointer-events-auto flex-wrap gap-y-0 shadow-float max-sm:px-3 max-sm:text-sm"
			>
				<Icon name="shopping-cart" className="max-sm:hidden" />
				<span className="tabular-nums">
					<span className="max-sm:sr-only">View Cart: </span>
					<span data-text />
				</span>
				<span className="text-sm font-normal max-sm:hidden">before tax</span>
			</ButtonLink>
			<ButtonLink href={href("/checkout")} className="pointer-events-auto shadow-float max-sm:px-3 max-sm:text-sm">
				Checkout
				<Icon name="arrow-right" className="max-sm:hidden" />
			</ButtonLink>
		</cart-summary>
	);
}
