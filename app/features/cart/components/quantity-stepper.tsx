import { Icon } from "~/components/ui/icon";
import { type CartItem, countsYears } from "../cart-item";
import { CartForm } from "./cart-form";

interface QuantityStepperProps {
	page: string;
	item: CartItem;
	name: string;
	max: number;
}

const button =
	"inline-flex size-11 flex-none items-center justify-center rounded-full hover:not-disabled:bg-lake-wash disabled:opacity-40";

const years = { label: "Years for", one: "year", many: "years" };
const months = { label: "Months for", one: "month", many: "months" };

/** The unit of the quantity. Undefined for pieces. */
export function quantityUnit({ category, term }: CartItem) {
	if (countsYears(category)) return years;
	if (category === "plan-renewal") return term === "annual" ? years : months;
	return undefined;
}

/** A number field with minus and plus buttons. Enter sets the typed number. */
export function QuantityStepper({ page, item, name, max }: QuantityStepperProps) {
	const { id, quantity } = item;
	const unit = quantityUnit(item);
	const label = `${unit?.label ?? "Quantity of"} ${name}`;
	return (
		<CartForm page={page} values={{ intent: "quantity", id }} className="inline-flex min-w-0 items-center">
			<fieldset className="inline-flex items-center rounded-full border border-edge bg-surface">
				<legend className="sr-only">{label}</legend>
				{/* Enter presses the form's first button. */}
				<button type="submit" tabIndex={-1} className="sr-only">
					Update
				</button>
				<button type="submit" id={`fewer:${id}`} name="step" value="-1" className={button} disabled={quantity <= 1}>
					<Icon name="minus" />
					<span className="sr-only">Decrease</span>
				</button>
				<input
					type="number"
					id={`quantity:${id}`}
					name="quantity"
					inputMode="numeric"
					min={1}
					max={max}
					defaultValue={quantity}
					aria-label={label}
					autoComplete="off"
					className="[appearance:textfield] h-11 w-11 [&::-webkit-inner-spin-button]:appearance-none bg-transparent text-center font-semibold tabular-nums"
				/>
				<button type="submit" id={`more:${id}`} name="step" value="1" className={button} disabled={quantity >= max}>
					<Icon name="plus" />
					<span className="sr-only">Increase</span>
				</button>
			</fieldset>
			{unit && <span className="ms-3 text-sm text-muted">{quantity === 1 ? unit.one : unit.many}</span>}
		</CartForm>
	);
}
