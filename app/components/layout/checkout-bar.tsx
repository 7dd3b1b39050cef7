import type { ReactNode } from "react";

interface CheckoutBarProps {
	/** "Total with tax" */
	label: string;
	amount: ReactNode;
	/** The primary button. */
	children: ReactNode;
}

/**
 * The total and the primary button of a checkout page. Below 64 rem it stays at the bottom of the screen as long as its
 * parent is visible, so put it last in the element that holds the page. From 64 rem the summary beside it has the total.
 */
export function CheckoutBar({ label, amount, children }: CheckoutBarProps) {
	return (
		<div className="checkout-bar print:hidden">
			<p className="me-auto lg:hidden">
				<span className="block text-sm text-muted">{label}</span>
				<strong className="font-display text-lg leading-tight font-semibold whitespace-nowrap tabular-nums">
					{amount}
				</strong>
			</p>
			{children}
		</div>
	);
}
