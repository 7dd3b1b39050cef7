import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { cx } from "~/components/ui/cx";
import { Price } from "~/components/ui/price";
import { domainPrice, renewalPrice } from "~/features/catalog/domain-prices";
import { formatMoney } from "~/lib/money";
import type { Answer } from "../answer";
import type { DomainName } from "../domain-name";
import { AddToCart } from "./add-to-cart";
import { DomainText } from "./domain-text";
import { RetryLink } from "./retry-link";
import { StateBadge } from "./state-badge";

interface ResultCardProps {
	name: DomainName;
	answer: Answer;
	/** The name that was asked for: larger, and under the band when it can be had. */
	prominent?: boolean;
	onRetry?: (answer: Answer) => void;
}

/** One name: its state, what it costs now and later, and the button that belongs to the state. */
export function ResultCard({ name, answer, prominent = false, onRetry }: ResultCardProps) {
	const { available } = answer;
	return (
		<Card
			as="article"
			chosen={prominent && available}
			className={cx(
				prominent
					? "grid gap-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-8 sm:p-8"
					: "flex flex-col gap-3 p-4 sm:min-h-52",
			)}
			aria-label={name.unicode}
			data-state={answer.state}
		>
			<div className="grid content-start gap-3">
				<div
					className={cx(
						"flex flex-wrap items-start justify-between gap-x-3 gap-y-2",
						prominent && "sm:items-center sm:justify-start",
					)}
				>
					<h3 className={cx("min-w-0 grow basis-auto", prominent ? "text-2xl sm:flex-none sm:text-3xl" : "text-xl")}>
						<DomainText name={name.unicode} tld={name.tld} muted={!available && !prominent} />
					</h3>
					<StateBadge state={answer.state} />
				</div>
				{prominent && <Cost answer={answer} />}
			</div>
			{prominent ? (
				<Action name={name} answer={answer} onRetry={onRetry} />
			) : (
				<div
					className={cx(
						"flex items-end justify-between gap-3 sm:flex-1 sm:flex-col sm:items-start",
						// More words than the price: on a phone the button goes below them.
						answer.state !== "available" && "max-sm:flex-wrap",
					)}
				>
					<Cost answer={answer} />
					<Action name={name} answer={answer} onRetry={onRetry} />
				</div>
			)}
		</Card>
	);
}

function Cost({ answer: { state, tld, price, renewal } }: { answer: Answer }) {
	const first = price ?? domainPrice(tld);
	const further = renewal ?? renewalPrice(tld);
	const sellable = state === "available" || state === "premium";
	return (
		<div className="grid min-w-0 gap-1">
			<Price
				money={first}
				per={state === "premium" ? "premium, first year" : "first year"}
				className={sellable ? undefined : "text-muted"}
			/>
			<p className="text-sm text-muted">
				Renews at {formatMoney(further)} a year
				{state !== "available" && <span className="block pt-1">{explanation[state]}</span>}
				{state === "taken" && (
					<a className="link" href="/transfer">
						Is it yours? Transfer it to us
					</a>
				)}
			</p>
		</div>
	);
}

const explanation: Readonly<Record<Exclude<Answer["state"], "available">, string>> = {
	premium: "The registry asks more for this name than for others.",
	taken: "Somebody holds this name.",
	reserved: "Its registry keeps this name back; nobody can register it.",
	unknown: "Its registry did not answer, so we can't say.",
};

function Action({ name, answer, onRetry }: Pick<ResultCardProps, "name" | "answer" | "onRetry">) {
	switch (answer.state) {
		case "available":
		case "premium":
			return (
				<AddToCart
					id={answer.domain}
					subject={name.unicode}
					item={{
						...{ productId: "domain-registration", category: "domain", available: true },
						...{ name: name.unicode, domain: answer.domain, tld: answer.tld },
						price: (answer.price?.amount ?? 0) / 100,
						...(answer.renewal && { renewal: answer.renewal.amount / 100 }),
					}}
				/>
			);
		case "taken":
			return (
				<Button variant="secondary" disabled className="flex-none">
					Domain Taken
				</Button>
			);
		case "reserved":
			return (
				<Button variant="secondary" disabled className="flex-none">
					Domain Reserved
				</Button>
			);
		case "unknown":
			return <RetryLink name={name} onAnswer={onRetry} />;
	}
}
