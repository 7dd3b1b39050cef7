import { type ReactNode, Suspense } from "react";
import { Await } from "react-router";
import { Icon } from "~/components/ui/icon";
import type { IconName } from "~/components/ui/icon-names";
import { Skeleton } from "~/components/ui/skeleton";
import { lowestPrice } from "~/features/catalog/catalog";
import { hostingPackages } from "~/features/catalog/hosting-packages";
import { formatMoney } from "~/lib/money";
import type { RunningSearch } from "../running-search";
import { placeRow } from "./place-row";
import { SuggestionItem } from "./suggestion-item";

/**
 * Below the name that was asked for: free names near it when it is taken, else what comes with a name. One place of one
 * height for both, and for the wait, so that nothing below it moves.
 */
export function BesideName({ suggestions }: Pick<RunningSearch, "suggestions">) {
	if (!(suggestions instanceof Promise)) return <Found answers={suggestions} />;
	return (
		<Suspense fallback={<Waiting />}>
			<Await resolve={suggestions} errorElement={<Included />}>
				{(answers) => <Found answers={answers} />}
			</Await>
		</Suspense>
	);
}

function Found({ answers }: { answers: Awaited<RunningSearch["suggestions"]> }) {
	if (answers.length === 0) return <Included />;
	return (
		<Place title="Close to it, and free">
			{answers.map((answer) => (
				<SuggestionItem key={answer.domain} answer={answer} />
			))}
		</Place>
	);
}

const included: readonly { icon: IconName; title: string; text: string; href?: string }[] = [
	{ icon: "eye-off", title: "WHOIS privacy, free", text: "Your address stays out of public records" },
	{ icon: "settings", title: "DNS management, free", text: "With an undo for every change" },
	{ icon: "arrow-right", title: "Forwarding, free", text: "Visitors go on to a page you have" },
	{
		icon: "server",
		title: "A site behind it",
		text: `Hosting from ${formatMoney(lowestPrice(hostingPackages, "annual"))} a year`,
		href: "/hosting",
	},
];

function Included() {
	return (
		<Place title="What comes with a name">
			{included.map(({ icon, title, text, href }) => (
				<li key={title} className={placeRow}>
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
			))}
		</Place>
	);
}

function Waiting() {
	return (
		<Place title="Looking around the name">
			{[1, 2, 3, 4].map((number) => (
				<li key={number} className={placeRow}>
					<Skeleton className="h-6 w-1/2" />
				</li>
			))}
		</Place>
	);
}

function Place({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section aria-labelledby="beside" className="grid min-h-95 content-start gap-3 sm:min-h-50">
			<h3 id="beside" className="text-lg">
				{title}
			</h3>
			<ul className="grid gap-px overflow-clip rounded-card border border-line bg-line sm:grid-cols-2">{children}</ul>
		</section>
	);
}
