import { href } from "react-router";
import { Badge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { cx } from "~/components/ui/cx";
import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";
import { Price } from "~/components/ui/price";
import { divide, formatMoney } from "~/lib/money";
import { annualSavings, commonFeatures, defaultTerm, productTitle, termName, unitPrice } from "../catalog";
import type { Plan, Term } from "../product";

interface PlanCardProps {
	plan: Plan;
	features: readonly string[];
	term?: Term;
	/** In each group, only one feature list can be open. */
	group: string;
	/** Number of features shown while the list is closed. */
	shown?: number;
	rows: Rows;
	/** The size of the price. */
	size?: "lg" | "xl";
	action?: string;
}

/** Optional rows of the cards in a grid. All cards have name, price and button. */
interface Rows {
	readonly features: boolean;
	readonly more: boolean;
}

/** A plan with its price, features and button. Uses the grid's rows, so that cards line up. */
function PlanCard({
	plan,
	features,
	term = defaultTerm(plan),
	group,
	shown = 3,
	rows,
	size = "xl",
	action = "Get Started",
}: PlanCardProps) {
	const price = unitPrice(plan, term);
	const label = term === "annual" ? (plan.annualHighlight ?? plan.highlight) : plan.highlight;
	const savings = term === "annual" ? annualSavings(plan) : 0;
	const more = features.slice(shown);
	return (
		<Card
			as="li"
			chosen={label !== undefined}
			className={cx(
				"grid snap-start grid-rows-subgrid gap-y-4",
				spanOf(rows),
				"pt-10 sm:pt-10",
				label && "order-first md:order-none",
			)}
		>
			{label && <Ribbon>{label}</Ribbon>}
			<Heading level={3}>{productTitle(plan)}</Heading>
			<div className="grid content-start gap-1">
				{price && <Price money={price} per={termName[term]} size={size} />}
				{savings > 0 && price && (
					<p className="flex flex-wrap items-center gap-2 text-sm font-medium text-muted">
						<Badge tone="success">Save {savings}%</Badge>
						{formatMoney(divide(price, 12))} a month
					</p>
				)}
				<p className="text-sm text-muted">
					{plan.excludesVat && "Excluding VAT. "}
					{plan.description}
				</p>
			</div>
			{rows.features && <Features items={features.slice(0, shown)} />}
			{more.length > 0 ? (
				<details name={group} className="group">
					<summary className="inline-flex min-h-11 items-center gap-2 font-semibold whitespace-nowrap text-lake md:max-lg:text-sm md:max-lg:[&_svg]:hidden">
						<span className="group-open:hidden">View All Features</span>
						<span className="hidden group-open:inline">Show Less Features</span>
						<Icon name="chevron-down" className="transition-transform group-open:rotate-180" />
					</summary>
					<Features items={more} />
				</details>
			) : (
				rows.more && <div />
			)}
			<ButtonLink
				href={`${href("/select-domain")}?plan=${plan.id}&term=${term}`}
				variant={label ? "primary" : "secondary"}
				className="self-end"
				aria-label={`${action}: ${productTitle(plan)}`}
			>
				{action}
			</ButtonLink>
		</Card>
	);
}

/** Placed over the top border, so that it takes no row of the card. */
function Ribbon({ children }: { children: string }) {
	return (
		<span className="absolute end-5 top-1.5 rounded-b-field bg-maize px-3 pt-0.5 pb-1 text-sm font-semibold text-on-maize">
			{children}
		</span>
	);
}

function Features({ items }: { items: readonly string[] }) {
	return (
		<ul className="dots content-start">
			{items.map((item) => (
				<li key={item}>{item}</li>
			))}
		</ul>
	);
}

const spanOf = ({ features, more }: Rows) => (more ? "row-span-5" : features ? "row-span-4" : "row-span-3");

interface PlanGridProps extends Omit<PlanCardProps, "plan" | "features" | "rows"> {
	plans: readonly Plan[];
	columns?: 3 | 4;
	/** Leaves out the features that all plans have. `CommonFeatures` lists those. */
	onlyDifferences?: boolean;
}

/** On a phone a row to swipe, with the recommended plan first. */
export function PlanGrid({ plans, columns = 3, onlyDifferences = false, shown = 3, ...card }: PlanGridProps) {
	const common = onlyDifferences ? commonFeatures(plans) : [];
	const lists = plans.map((plan) => ({ plan, features: plan.features.filter((one) => !common.includes(one)) }));
	const rows = {
		features: lists.some(({ features }) => features.length > 0),
		more: lists.some(({ features }) => features.length > shown),
	};
	return (
		<ul className={cx("swipe-row grid gap-4", columns === 4 ? "md:grid-cols-2 xl:grid-cols-4" : "md:grid-cols-3")}>
			{lists.map(({ plan, features }) => (
				<PlanCard key={plan.id} {...{ plan, features, shown, rows }} size={columns === 4 ? "lg" : "xl"} {...card} />
			))}
		</ul>
	);
}

/** Goes below a `PlanGrid` with `onlyDifferences`. */
export function CommonFeatures({ plans }: { plans: readonly Plan[] }) {
	return (
		<div className="grid gap-3">
			<Heading level={3}>In every plan</Heading>
			<ul className="grid gap-x-8 gap-y-1 text-sm sm:flex sm:flex-wrap sm:gap-y-2 sm:text-base">
				{commonFeatures(plans).map((feature) => (
					<li key={feature} className="flex items-start gap-2">
						<Icon name="check" className="mt-0.5 flex-none text-lake" />
						{feature}
					</li>
				))}
			</ul>
		</div>
	);
}
