import { annualSavings, plansOf } from "../catalog";
import { CommonFeatures, PlanGrid } from "./plan-card";

/**
 * Radio buttons and CSS switch between monthly and annual prices in the `.billing` element around them. Browsers without
 * `:has()` show both.
 */
export function PricingPlans() {
	const plans = plansOf("pricing");
	const mostSaved = Math.max(...plans.map(annualSavings));
	return (
		<div className="grid grid-cols-1 gap-5">
			<fieldset className="hidden max-w-full gap-1 justify-self-start rounded-full border border-line bg-surface p-1 has-selector:flex">
				<legend className="sr-only">Billing</legend>
				<BillingOption value="monthly" label="Monthly" checked />
				<BillingOption value="annual" label={mostSaved > 0 ? `Annual, save up to ${mostSaved}%` : "Annual"} />
			</fieldset>
			<div id="monthly" data-term="monthly">
				<PlanGrid plans={plans} term="monthly" group="pricing-monthly" onlyDifferences />
			</div>
			<div id="annual" data-term="annual">
				<PlanGrid plans={plans} term="annual" group="pricing-annual" onlyDifferences />
			</div>
			<CommonFeatures plans={plans} />
		</div>
	);
}

function BillingOption({ value, label, checked = false }: { value: string; label: string; checked?: boolean }) {
	return (
		<label className="relative inline-flex min-h-11 items-center rounded-full px-3.5 text-center text-sm font-semibold sm:px-5 sm:text-base has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-indigo">
			<input type="radio" name="billing" value={value} defaultChecked={checked} className="choice-input" />
			{label}
		</label>
	);
}
