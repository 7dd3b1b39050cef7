import { Alert } from "~/components/ui/alert";
import { Button } from "~/components/ui/button";
import type { CartItem } from "../cart-item";
import type { CartPreview } from "../cart-preview";
import { changedPrices } from "../changed-prices";
import { CartForm } from "./cart-form";
import { Checked } from "./checked";

interface PriceChangesProps {
	page: string;
	cart: readonly CartItem[];
	preview: CartPreview;
}

/** Lists the items whose price has changed since the customer last saw it. */
export const PriceChanges = ({ page, cart, preview }: PriceChangesProps) => (
	<Checked preview={preview}>
		{(quote, checking) => {
			const changes = changedPrices(cart, quote, checking);
			if (changes.length === 0) return null;
			return (
				<Alert tone="pending" role="status" title="Prices have changed" className="mb-4">
					<p className="mt-1">Since you added {changes.length === 1 ? "this item" : "these items"}:</p>
					<ul className="mt-1 grid gap-1 wrap-anywhere">
						{changes.map(({ id, message }) => (
							<li key={id}>{message}</li>
						))}
					</ul>
					<CartForm page={page} values={{ intent: "accept" }} className="mt-3">
						<Button type="submit" variant="secondary" size="sm">
							Got it
						</Button>
					</CartForm>
				</Alert>
			);
		}}
	</Checked>
);
