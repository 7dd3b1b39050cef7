import { Badge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";
import { Price } from "~/components/ui/price";
import { defaultTerm, termName, unitPrice } from "../catalog";
import type { Plan, Term } from "../product";

interface PlanCardProps {
	plan: Plan;
	term?: Term;
	/** Cards of one group: one feature list open at a time. */
	group: string;
	/** How many features show before the list is opened. */
	shown?: number;
	action?: string;
}

/** A plan on sale: what it is, what it costs, what it holds, and the way to buy it. */
export function PlanCard({ plan, term = defaultTerm(plan), group, shown = 3, action = "Get Started" }: PlanCardProps) {
	const price = unitPrice(plan, term);
	const more = plan.features.slice(shown);
	return (
		<Card as="li" chosen={plan.highlight !== undefined} className="flex flex-col gap-4 pt-7">
			<div className="flex flex-wrap items-center justify-between gap-2">
				<Heading level={3} size="sm">
					{plan.name}
				</Heading>
				{plan.highlight && <Badge tone="pending">{plan.highlight}</Badge>}
			</div>
			<div>
				{price && <Price money={price} per={termName[term]} />}
				<p className="text-sm text-muted">
					{plan.excludesVat && "Excluding VAT. "}
					{plan.description}
				</p>
			</div>
			<Features items={plan.features.slice(0, shown)} />
			{more.length > 0 && (
				<details name={group} className="group">
					<summary className="inline-flex min-h-11 items-center gap-2 font-semibold text-lake">
						<span className="group-open:hidden">View All Features</span>
						<span className="hidden group-open:inline">Show Less Features</span>
						<Icon name="chevron-down" className="transition-transform group-open:rotate-180" />
					</summary>
					<Features items={more} />
				</details>
			)}
			<ButtonLink
				href={`/select-domain?plan=${plan.id}&term=${term}`}
				variant={plan.highlight ? "primary" : "secondary"}
				className="mt-auto"
				aria-label={`${action}: ${plan.name}`}
			>
				{action}
			</ButtonLink>
		</Card>
	);
}

function Features({ items }: { items: readonly string[] }) {
	return (
		<ul className="dots">
			{items.map((item) => (
				<li key={item}>{item}</li>
			))}
		</ul>
	);
}

/** Plans side by side. */
export function PlanGrid({
	plans,
	columns = 3,
	...card
}: Omit<PlanCardProps, "plan"> & { plans: readonly Plan[]; columns?: 3 | 4 }) {
	return (
		<ul className={`grid items-stretch gap-4 sm:grid-cols-2 ${columns === 4 ? "xl:grid-cols-4" : "lg:grid-cols-3"}`}>
			{plans.map((plan) => (
				<PlanCard key={plan.id} plan={plan} {...card} />
			))}
		</ul>
	);
}
