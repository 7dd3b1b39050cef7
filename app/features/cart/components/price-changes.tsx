import { Alert } from "~/components/ui/alert";
import { Button } from "~/components/ui/button";
import type { ShownItem } from "../cart-item";
import type { CartStore } from "../cart-store";
import { acceptedPrices } from "../entries";
import type { Change } from "../quote";

interface PriceChangesProps {
	changes: readonly Change[];
	cart: readonly ShownItem[];
	store: CartStore;
}

/** Lists the items whose price has changed since they were added to the cart. */
export function PriceChanges({ changes, cart, store }: PriceChangesProps) {
	const prices = changes.filter(({ kind }) => kind === "price");
	if (prices.length === 0) return null;
	return (
		<Alert tone="pending" role="status" title="Prices have changed" className="mb-4">
			<ul className="mt-1 grid gap-1 wrap-anywhere">
				{prices.map(({ key, message }) => (
					<li key={key}>{message}</li>
				))}
			</ul>
			<Button
				variant="secondary"
				size="sm"
				className="mt-3"
				onClick={() => store.acceptPrices(acceptedPrices(cart, prices))}
			>
				Got it
			</Button>
		</Alert>
	);
}
