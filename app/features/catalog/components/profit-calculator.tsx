import { Card } from "~/components/ui/card";
import { formatMoney } from "~/lib/money";
import { margin } from "../margin";
import { resellerExample } from "../reseller-example";

const dollars = (cents: number) => (cents / 100).toFixed(2);

/** Calculates a reseller's profit. Without script it shows the example. */
export function ProfitCalculator() {
	const { plansSold, pricePerPlan, costPerPlan, monthlyProfit, annualProfit } = resellerExample;
	const marginPercent = margin(pricePerPlan.amount, costPerPlan.amount);
	return (
		<profit-calculator class="block">
			<Card className="grid gap-5 sm:gap-8 md:grid-cols-2">
				{/* The island enables the fields, because they do nothing without script. */}
				<fieldset disabled suppressHydrationWarning className="grid content-start gap-4">
					<legend className="sr-only">Your figures</legend>
					<NumberInput name="plans" label="Plans sold" value={String(plansSold)} min="0" step="1" />
					<NumberInput
						name="price"
						label="Your price for a plan, $ a month"
						value={dollars(pricePerPlan.amount)}
						min="0"
						step="0.01"
					/>
					<NumberInput
						name="cost"
						label="Your cost for a plan, $ a month"
						value={dollars(costPerPlan.amount)}
						min="0"
						step="0.01"
					/>
					<noscript>
						<p className="text-sm text-muted">This is an example. Turn on JavaScript to enter your own figures.</p>
					</noscript>
				</fieldset>
				<dl
					className="grid grid-cols-2 content-center gap-4 rounded-field bg-lake-wash p-4 sm:gap-6 sm:p-6 md:grid-cols-1"
					aria-live="polite"
				>
					<div>
						<dt className="text-muted">Monthly profit</dt>
						<dd className="font-display text-xl font-semibold sm:text-2xl" data-monthly>
							{formatMoney(monthlyProfit)}
						</dd>
					</div>
					<div>
						<dt className="text-muted">Annual profit</dt>
						<dd className="font-display text-xl font-semibold sm:text-2xl" data-annual>
							{formatMoney(annualProfit)}
						</dd>
					</div>
					<div>
						<dt className="text-muted">Your margin</dt>
						<dd className="font-display text-xl font-semibold sm:text-2xl" data-margin>
							{marginPercent}%
						</dd>
					</div>
				</dl>
			</Card>
		</profit-calculator>
	);
}

function NumberInput({
	name,
	label,
	value,
	...limits
}: {
	name: string;
	label: string;
	value: string;
	min: string;
	step: string;
}) {
	return (
		<label className="grid items-center gap-x-4 gap-y-1 font-semibold max-sm:grid-cols-[minmax(0,1fr)_7rem]">
			{label}
			<input
				name={name}
				type="number"
				inputMode="decimal"
				defaultValue={value}
				className="min-h-11 w-full rounded-field border border-edge bg-surface px-4 font-normal tabular-nums"
				{...limits}
			/>
		</label>
	);
}
