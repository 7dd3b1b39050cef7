import { Button } from "~/components/ui/button";
import { cx } from "~/components/ui/cx";
import { Icon } from "~/components/ui/icon";
import { Price } from "~/components/ui/price";
import { Skeleton } from "~/components/ui/skeleton";
import { maxYears } from "~/features/catalog/domain-prices";
import { toast } from "~/islands/toast";
import type { Currency } from "~/lib/money";
import { countsYears, maxQuantity, type ShownItem } from "../cart-item";
import type { CartStore } from "../cart-store";
import type { Line } from "../lines";
import type { Change, Problem } from "../quote";
import { AuthCodeForm } from "./auth-code-form";
import { CartItemName } from "./cart-item-name";
import { CartRowNote } from "./cart-row-note";
import { ExtensionNameForm } from "./extension-name-form";
import { QuantityStepper } from "./quantity-stepper";

interface CartRowProps {
	item: ShownItem;
	/** Undefined if the item cannot be sold. */
	line: Line | undefined;
	problem: Problem | undefined;
	change: Change | undefined;
	/** Whether the server has quoted this cart. */
	checked: boolean;
	store: CartStore;
	currency: Currency;
	onRemoved(): void;
}

const years = { label: "Years for", one: "year", many: "years" };
const months = { label: "Months for", one: "month", many: "months" };

/** The unit of the quantity. Undefined for pieces. */
function unitOf({ category, term }: ShownItem) {
	if (countsYears(category)) return years;
	if (category === "plan-renewal") return term === "annual" ? years : months;
	return undefined;
}

export function CartRow({ item, line, problem, change, checked, store, currency, onRemoved }: CartRowProps) {
	const unit = unitOf(item);
	const most = line?.most ?? (unit === years && item.tld ? maxYears(item.tld) : maxQuantity(item.category));

	function remove() {
		const undo = store.remove(item.id);
		toast(`${item.name} removed from your cart.`, "info", { label: "Undo", run: undo });
		onRemoved();
	}

	function saveForLater() {
		store.saveForLater(item.id);
		toast(`${item.name} saved for later.`, "success");
		onRemoved();
	}

	return (
		<li
			className={cx(
				"grid grid-cols-[minmax(0,1fr)] gap-4 p-4 sm:px-6 sm:py-5",
				change?.kind === "price" && "bg-maize-wash",
			)}
		>
			<div className="grid gap-1.5">
				<div className="flex items-start justify-between gap-x-4">
					<CartItemName item={item} />
					{line && <Price money={line.amount} size="md" className="flex-none" />}
					{!line && !checked && <Skeleton className="h-7 w-24 flex-none" />}
				</div>
				<CartRowNote {...{ item, line, problem, checked }} />
			</div>
			{(problem?.code === "auth_code_missing" || problem?.code === "auth_code_invalid") && (
				<AuthCodeForm item={item} store={store} />
			)}
			{item.category === "extension" && <ExtensionNameForm item={item} store={store} currency={currency} />}
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				{most > 1 ? (
					<QuantityStepper
						label={`${unit?.label ?? "Quantity of"} ${item.name}`}
						unit={unit}
						value={item.quantity}
						max={most}
						onChange={(quantity) => store.updateQuantity(item.id, quantity)}
					/>
				) : (
					<span className="text-sm text-muted">1 {unit?.one ?? "year"}</span>
				)}
				<div className="-mx-3 flex flex-wrap">
					<Button variant="quiet" size="sm" className="px-3" onClick={saveForLater}>
						<Icon name="bookmark" size={16} />
						Save for later
						<span className="sr-only"> {item.name}</span>
					</Button>
					<Button variant="quiet" size="sm" className="px-3" onClick={remove}>
						<Icon name="trash-2" size={16} />
						Remove
						<span className="sr-only"> {item.name}</span>
					</Button>
				</div>
			</div>
		</li>
	);
}
