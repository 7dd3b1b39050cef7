import { Suspense } from "react";
import { Await } from "react-router";
import { formatMoney } from "~/lib/money";
import type { Answer } from "../answer";
import type { RunningSearch } from "../running-search";
import { AddToCart } from "./add-to-cart";

/** Free names near one that is taken. Nothing, while and unless there are some. */
export function SuggestionList({ suggestions }: Pick<RunningSearch, "suggestions">) {
	if (!(suggestions instanceof Promise)) return <Suggestions answers={suggestions} />;
	return (
		<Suspense>
			<Await resolve={suggestions} errorElement={null}>
				{(answers) => <Suggestions answers={answers} />}
			</Await>
		</Suspense>
	);
}

function Suggestions({ answers }: { answers: readonly Answer[] }) {
	if (answers.length === 0) return null;
	return (
		<section aria-labelledby="suggestions" className="grid gap-3">
			<h3 id="suggestions" className="text-lg">
				Close to it, and free
			</h3>
			<ul className="grid gap-px overflow-clip rounded-card border border-line bg-line sm:grid-cols-2">
				{answers.map((answer) => (
					<li
						key={answer.domain}
						className="flex flex-wrap items-center justify-between gap-3 bg-surface px-5 py-3 sm:last:odd:col-span-2"
					>
						<span className="grid min-w-0">
							<span className="font-display text-lg font-semibold [overflow-wrap:anywhere]">{answer.domain}</span>
							{answer.price && answer.renewal && (
								<span className="text-sm text-muted">
									{formatMoney(answer.price)} first year, then {formatMoney(answer.renewal)}
								</span>
							)}
						</span>
						<AddToCart
							{...{ id: answer.domain, subject: answer.domain, size: "sm", variant: "secondary" }}
							item={{
								...{ productId: "domain-registration", category: "domain", available: true },
								...{ name: answer.domain, domain: answer.domain, tld: answer.tld },
								price: (answer.price?.amount ?? 0) / 100,
								...(answer.renewal && { renewal: answer.renewal.amount / 100 }),
							}}
						/>
					</li>
				))}
			</ul>
		</section>
	);
}
