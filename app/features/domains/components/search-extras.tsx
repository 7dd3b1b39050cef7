import { type ReactNode, Suspense } from "react";
import { Await, href } from "react-router";
import { Icon } from "~/components/ui/icon";
import type { IconName } from "~/components/ui/icon-names";
import { Skeleton } from "~/components/ui/skeleton";
import { useAccountCurrency } from "~/features/cart/use-account-currency";
import { lowestPrice } from "~/features/catalog/catalog";
import { hostingPackages } from "~/features/catalog/hosting-packages";
import { type Currency, formatMoney } from "~/lib/money";
import type { RunningSearch } from "../running-search";
import { searchExtrasRow } from "./search-extras-row";
import { SuggestionItem } from "./suggestion-item";

/**
 * Below the exact name: similar available names if it is taken, and what is included with a name. Has the same height
 * in every state, so that nothing below it moves.
 */
export function SearchExtras({ suggestions }: Pick<RunningSearch, "suggestions">) {
	if (!(suggestions instanceof Promise)) return <Results answers={suggestions} />;
	return (
		<Suspense fallback={<Loading />}>
			<Await resolve={suggestions} errorElement={<Results answers={[]} />}>
				{(answers) => <Results answers={answers} />}
			</Await>
		</Suspense>
	);
}

/** Fills the rows without a suggestion with what is included. */
function Results({ answers }: { answers: Awaited<RunningSearch["suggestions"]> }) {
	const included = includedIn(useAccountCurrency());
	const rest = included.slice(0, Math.max(0, included.length - answers.length));
	return (
		<Panel title={titleOf(answers.length, rest.length)}>
			{answers.map((answer) => (
				<SuggestionItem key={answer.domain} answer={answer} />
			))}
			{rest.map((item) => (
				<IncludedItem key={item.title} {...item} />
			))}
		</Panel>
	);
}

function titleOf(suggestions: number, rest: number): string {
	if (suggestions === 0) return "Included with every name";
	return rest === 0 ? "Similar names" : "Similar names, and what's included";
}

interface IncludedItemProps {
	readonly icon: IconName;
	readonly title: string;
	readonly text: string;
	readonly href?: string;
}

const includedIn = (currency: Currency): readonly IncludedItemProps[] => [
	{ icon: "eye-off", title: "WHOIS privacy, free", text: "Your address stays out of public records" },
	{ icon: "settings", title: "DNS management, free", text: "Undo any change" },
	{ icon: "arrow-right", title: "Forwarding, free", text: "Send visitors to another page" },
	{
		icon: "server",
		title: "Add a website",
		text: `Hosting from ${formatMoney(lowestPrice(hostingPackages, "annual", currency))} a year`,
		href: href("/hosting"),
	},
];

function IncludedItem({ icon, title, text, href }: IncludedItemProps) {
	return (
		<li className={searchExtrasRow}>
			<Icon name={icon} size={24} className="flex-none text-lake" />
			<span className="grid min-w-0 flex-1">
				<span className="font-semibold">
					{href ? (
						<a className="link after:absolute after:inset-0" href={href}>
							{title}
						</a>
					) : (
						title
					)}
				</span>
				<span className="text-sm text-muted">{text}</span>
			</span>
		</li>
	);
}

function Loading() {
	return (
		<Panel title="Looking for similar names">
			{includedIn("KES").map(({ title }) => (
				<li key={title} className={searchExtrasRow}>
					<Skeleton className="h-6 w-1/2" />
				</li>
			))}
		</Panel>
	);
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section aria-labelledby="beside" className="grid min-h-95 content-start gap-3 sm:min-h-50">
			<h3 id="beside" className="text-lg">
				{title}
			</h3>
			<ul className="grid gap-px overflow-clip rounded-card border border-line bg-line sm:grid-cols-2">{children}</ul>
		</section>
	);
}
