import { Button } from "~/components/ui/button";
import { Heading } from "~/components/ui/heading";
import { toast } from "~/islands/toast";
import { type Currency, formatMoney, kes } from "~/lib/money";
import type { ShownItem } from "../cart-item";
import type { CartStore } from "../cart-store";
import { CartItemName } from "./cart-item-name";

interface SavedListProps {
	items: readonly ShownItem[];
	store: CartStore;
	currency: Currency;
	onRemoved(): void;
}

export function SavedList({ items, store, currency, onRemoved }: SavedListProps) {
	function move(item: ShownItem) {
		const outcome = store.moveToCart(item.id);
		if (outcome) toast(outcome.message, outcome.added ? "success" : "error");
		onRemoved();
	}

	function remove(item: ShownItem) {
		const undo = store.removeSavedItem(item.id);
		toast(`${item.name} removed from your saved items.`, "info", { label: "Undo", run: undo });
		onRemoved();
	}

	return (
		<section aria-labelledby="saved-items">
			<Heading level={2} size="sm" id="saved-items" className="mb-4">
				Saved for later
			</Heading>
			<ul className="divide-y divide-line rounded-card border border-line">
				{items.map((item) => (
					<li key={item.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4 sm:px-6">
						<div className="min-w-0 flex-1 basis-48">
							<CartItemName item={item} />
							{currency === "KES" && item.price > 0 && (
								<p className="mt-1 text-sm text-muted">{formatMoney(kes(Math.round(item.price)))} when you added it.</p>
							)}
						</div>
						<div className="flex flex-wrap gap-2">
							<Button variant="secondary" size="sm" onClick={() => move(item)}>
								Move to cart<span className="sr-only"> {item.name}</span>
							</Button>
							<Button variant="quiet" size="sm" onClick={() => remove(item)}>
								Remove<span className="sr-only"> {item.name} from the saved items</span>
							</Button>
						</div>
					</li>
				))}
			</ul>
		</section>
	);
}
