import { Card } from "~/components/ui/card";
import { Heading } from "~/components/ui/heading";
import { getPlan, getPrice } from "~/features/catalog/catalog";
import { domainPrice, renewalPrice } from "~/features/catalog/domain-prices";
import { settings } from "~/features/catalog/settings";
import { formatMoney } from "~/lib/money";
import { totals } from "../totals";

const starter = getPlan("package-starter");
const hosting = getPrice(starter, "annual");

const bought = [
	{ name: "A .co.ke domain, first year", amount: domainPrice("co.ke") },
	{ name: `${starter.name} package, a year`, amount: hosting },
] as const;

const first = totals(bought, settings);
const next = totals([{ amount: renewalPrice("co.ke") }, { amount: hosting }], settings);

/** An example of a small shop's costs, computed like a cart. */
export function FirstYear({ level }: { level: 2 | 3 }) {
	return (
		<Card chosen className="mx-auto grid w-full max-w-120 gap-4 pt-8 lg:me-0 tabular-nums sm:pt-9">
			<Heading level={level} size="sm">
				One domain, one website, one year
			</Heading>
			<dl className="grid gap-2">
				{bought.map(({ name, amount }) => (
					<Line key={name} name={name} amount={formatMoney(amount)} />
				))}
				<Line name="WHOIS privacy, DNS, SSL" amount="Free" />
				<Line name={`Tax, ${settings.taxBasisPoints / 100}%`} amount={formatMoney(first.tax)} />
				<Line name="Shipping" amount={formatMoney(first.shipping)} />
				<div className="flex items-baseline justify-between gap-4 border-t border-dashed border-edge pt-3">
					<dt className="font-semibold">You pay</dt>
					<dd className="font-display text-2xl font-semibold">{formatMoney(first.total)}</dd>
				</div>
				<Line name="Each further year" amount={formatMoney(next.total)} />
			</dl>
		</Card>
	);
}

function Line({ name, amount }: { name: string; amount: string }) {
	return (
		<div className="flex items-baseline justify-between gap-4">
			<dt className="text-muted">{name}</dt>
			<dd className="whitespace-nowrap">{amount}</dd>
		</div>
	);
}
