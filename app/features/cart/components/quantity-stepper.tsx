import { useEffect, useState } from "react";
import { Icon } from "~/components/ui/icon";

interface QuantityStepperProps {
	/** "Years for neema.com". */
	label: string;
	unit?: { one: string; many: string };
	value: number;
	max: number;
	onChange(value: number): void;
}

const button =
	"inline-flex size-11 flex-none items-center justify-center rounded-full hover:not-disabled:bg-lake-wash disabled:opacity-40";

/** A number field with minus and plus buttons. */
export function QuantityStepper({ label, unit, value, max, onChange }: QuantityStepperProps) {
	const [typed, setTyped] = useState(String(value));
	useEffect(() => setTyped(String(value)), [value]);

	function change(text: string) {
		setTyped(text);
		const count = Number(text);
		if (Number.isInteger(count) && count >= 1) onChange(Math.min(count, max));
	}

	return (
		<fieldset className="inline-flex min-w-0 items-center">
			<legend className="sr-only">{label}</legend>
			<div className="inline-flex items-center rounded-full border border-edge bg-surface">
				<button type="button" className={button} disabled={value <= 1} onClick={() => onChange(value - 1)}>
					<Icon name="minus" />
					<span className="sr-only">Decrease</span>
				</button>
				<input
					type="number"
					inputMode="numeric"
					min={1}
					max={max}
					value={typed}
					aria-label={label}
					onChange={(event) => change(event.currentTarget.value)}
					onBlur={() => setTyped(String(value))}
					className="[appearance:textfield] h-11 w-9 [&::-webkit-inner-spin-button]:appearance-none bg-transparent text-center font-semibold tabular-nums"
				/>
				<button type="button" className={button} disabled={value >= max} onClick={() => onChange(value + 1)}>
					<Icon name="plus" />
					<span className="sr-only">Increase</span>
				</button>
			</div>
			{unit && <span className="ms-3 text-sm text-muted">{value === 1 ? unit.one : unit.many}</span>}
		</fieldset>
	);
}
