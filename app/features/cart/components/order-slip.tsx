import { href } from "react-router";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { getPrice, productTitle } from "~/features/catalog/catalog";
import { currentCatalog } from "~/features/catalog/current";
import { domainPrice, renewalPrice } from "~/features/catalog/domain-prices";
import type { Plan } from "~/features/catalog/product";
import { formatMoney, zero } from "~/lib/money";
import { totals } from "../totals";

type SlipTerm = "monthly" | "annual";

interface OrderSlipProps {
	/** At most four (app.css). The recommended one is selected at first. */
	plans: readonly Plan[];
	/** Several follow the billing switch of the `.billing` element around them. */
	terms: readonly SlipTerm[];
}

/** What a domain and a plan cost, computed like a cart. Radio buttons and CSS select the plan, without script. */
export function OrderSlip({ plans, terms }: OrderSlipProps) {
	const chosen = plans.find(({ highlight }) => highlight) ?? plans[0];
	// The chosen plan first, for browsers that can't select another one.
	const sorted = [...plans].sort((a, b) => Number(b === chosen) - Number(a === chosen));
	return (
		<Card chosen className="slip mx-auto grid w-full max-w-120 gap-4 pt-8 tabular-nums max-sm:pt-6 sm:pt-9 lg:mx-0">
			{plans.length > 1 && (
				<fieldset className="hidden flex-wrap gap-1 has-selector:flex">
					<legend className="sr-only">Plan</legend>
					{plans.map((plan, index) => (
						<label
							key={plan.id}
							className="relative inline-flex min-h-11 items-center rounded-full border border-edge/50 px-2.5 text-sm sm:px-3.5 font-semibold has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-indigo"
						>
							<input type="radio" name="slip" value={index} defaultChecked={plan === chosen} className="choice-input" />
							{plan.name}
						</label>
					))}
				</fieldset>
			)}
			<div className="grid">
				{sorted.map((plan) => (
					<div key={plan.id} data-slip={plans.indexOf(plan)}>
						{terms.map((term) => (
							<Slip key={term} plan={plan} term={term} switched={terms.length > 1} />
						))}
					</div>
				))}
			</div>
		</Card>
	);
}

function Slip({ plan, term, switched }: { plan: Plan; term: SlipTerm; switched: boolean }) {
	const price = getPrice(plan, term);
	const { rules } = currentCatalog();
	const free = term === "annual" && plan.freeDomain;
	const domain = free ? zero("KES") : domainPrice("co.ke");
	const period = term === "annual" ? "year" : "month";
	const first = totals([{ amount: domain }, { amount: price }], rules);
	const renewal = { amount: renewalPrice("co.ke") };
	const later = totals(term === "annual" ? [renewal, { amount: price }] : [{ amount: price }], rules);
	return (
		// Without a class for `display`, which would outrank the rule that hides the other term.
		<div {...(switched && { "data-term": term })}>
			<dl className="grid gap-2 pb-4">
				<Line name="A .co.ke domain, first year" amount={free ? "Free" : formatMoney(domain)} />
				<Line name={`${productTitle(plan)}, first ${period}`} amount={formatMoney(price)} />
				<Line name="WHOIS privacy, DNS, SSL" amount="Free" />
				<Line name={`Tax, ${rules.taxBasisPoints / 100}%`} amount={formatMoney(first.tax)} />
				<div className="sum-row border-t border-dashed border-edge pt-3">
					<dt className="font-semibold">You pay</dt>
					<dd className="font-display text-2xl font-semibold">{formatMoney(first.toPay)}</dd>
				</div>
				<Line name={`Each further ${period}`} amount={formatMoney(later.toPay)} />
				{term === "monthly" && (
					<Line name="The domain, each further year" amount={formatMoney(totals([renewal], rules).toPay)} />
				)}
			</dl>
			<ButtonLink className="w-full" href={`${href("/select-domain")}?plan=${plan.id}&term=${term}`}>
				Continue
			</ButtonLink>
		</div>
	);
}

function Line({ name, amount }: { name: string; amount: string }) {
	return (
		<div className="sum-row">
			<dt className="text-sm text-muted sm:text-base">{name}</dt>
			<dd className="whitespace-nowrap">{amount}</dd>
		</div>
	);
}
