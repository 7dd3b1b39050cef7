import { Icon } from "~/components/ui/icon";
import { KikoiBand } from "~/components/ui/kikoi";
import { Price } from "~/components/ui/price";
import type { Currency } from "~/lib/money";
import type { ShownItem } from "../cart-item";
import type { CartStore } from "../cart-store";
import type { CartPrices } from "../use-quote";
import { CartRow } from "./cart-row";

interface CartListProps {
	cart: readonly ShownItem[];
	prices: CartPrices;
	store: CartStore;
	currency: Currency;
	/** Called when the row with the focus was removed. */
	onRemoved(): void;
}

export function CartList({ cart, prices, store, currency, onRemoved }: CartListProps) {
	const lines = new Map(prices.figures.lines.map((line) => [line.key, line]));
	const free = lines.get("free-domain");
	const problems = prices.quote?.problems ?? [];
	return (
		<ul className="divide-y divide-line overflow-clip rounded-card border border-line bg-surface">
			{cart.map((item) => (
				<CartRow
					key={item.id}
					item={item}
					line={lines.get(item.id)}
					problem={problems.find(({ key }) => key === item.id)}
					change={prices.quote?.changes.find(({ key }) => key === item.id)}
					checked={prices.state === "quoted"}
					{...{ store, currency, onRemoved }}
				/>
			))}
			{free && (
				<li className="relative flex flex-wrap items-center gap-x-3 gap-y-1 p-4 pt-5 sm:px-6">
					<KikoiBand className="absolute inset-x-0 top-0" />
					<Icon name="badge-check" className="flex-none text-lake" />
					<div className="min-w-0 flex-1 basis-52">
						<p className="font-semibold wrap-anywhere">{free.name}</p>
						<p className="text-sm text-muted">Included with your annual plan.</p>
					</div>
					<Price money={free.amount} size="md" className="ms-auto flex-none text-lake" />
				</li>
			)}
		</ul>
	);
}
