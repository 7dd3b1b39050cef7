import { href } from "react-router";
import { Button } from "~/components/ui/button";
import { cx } from "~/components/ui/cx";
import { Price } from "~/components/ui/price";
import { AddForm } from "~/features/cart/components/add-form";
import { useAccountCurrency } from "~/features/cart/use-account-currency";
import { formatMoney, type Money } from "~/lib/money";
import type { Answer } from "../answer";
import { answerPrices } from "../answer-prices";
import type { DomainName } from "../domain-name";
import { registrationItem } from "../registration-item";
import { ResultFrame } from "./result-frame";
import { RetryLink } from "./retry-link";
import { StateBadge } from "./state-badge";

interface ResultCardProps {
	name: DomainName;
	answer: Answer;
	prominent?: boolean;
	onRetry?: (answer: Answer) => void;
}

/** Card of one name, with its availability, prices and action. */
export function ResultCard({ name, answer, prominent = false, onRetry }: ResultCardProps) {
	const { state } = answer;
	const prices = answerPrices(answer, useAccountCurrency());
	const sellable = state === "available" || state === "premium";
	return (
		<ResultFrame
			name={name}
			state={state}
			prominent={prominent}
			badge={<StateBadge state={state} />}
			price={
				<Price
					money={prices.first}
					per={state === "premium" ? "premium, first year" : "first year"}
					size={prominent ? "lg" : "md"}
					className={sellable ? undefined : "text-muted"}
				/>
			}
			note={<Note answer={answer} renewal={prices.further} brief={!prominent} />}
			action={<Action name={name} answer={answer} onRetry={onRetry} />}
		/>
	);
}

/** Two lines. With `brief`, phones show only the more important one. */
function Note({ answer: { state }, renewal, brief }: { answer: Answer; renewal: Money; brief: boolean }) {
	const sellable = state === "available" || state === "premium";
	return (
		<>
			<span className={cx("block", brief ? !sellable && "max-sm:hidden" : "sm:me-5 sm:inline-block")}>
				Renews at {formatMoney(renewal)} a year
			</span>
			<span className={cx("block", brief ? sellable && "max-sm:hidden" : "sm:inline-block")}>
				{state === "taken" ? (
					<a className="link" href={href("/transfer")}>
						Is it yours? Transfer it to us
					</a>
				) : (
					explanation[state]
				)}
			</span>
		</>
	);
}

const explanation: Readonly<Record<Exclude<Answer["state"], "taken">, string>> = {
	available: "",
	premium: "The registry charges more for this name.",
	reserved: "Its registry has reserved this name.",
	unknown: "Its registry did not answer.",
};

function Action({ name, answer, onRetry }: Pick<ResultCardProps, "name" | "answer" | "onRetry">) {
	switch (answer.state) {
		case "available":
		case "premium":
			return <AddForm subject={name.unicode} item={registrationItem(answer, name.unicode)} />;
		case "taken":
			return (
				<Button variant="secondary" disabled>
					Domain Taken
				</Button>
			);
		case "reserved":
			return (
				<Button variant="secondary" disabled>
					Domain Reserved
				</Button>
			);
		case "unknown":
			return <RetryLink name={name} onAnswer={onRetry} />;
	}
}
