import { AddForm } from "~/features/cart/components/add-form";
import { useAccountCurrency } from "~/features/cart/use-account-currency";
import { formatMoney } from "~/lib/money";
import type { Answer } from "../answer";
import { answerPrices } from "../answer-prices";
import { registrationItem } from "../registration-item";
import { searchExtrasRow } from "./search-extras-row";

/** An available name similar to a taken one. */
export function SuggestionItem({ answer }: { answer: Answer }) {
	const { domain } = answer;
	const { first, further } = answerPrices(answer, useAccountCurrency());
	return (
		<li className={`${searchExtrasRow} max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] sm:justify-between`}>
			<span className="grid min-w-0 max-sm:contents">
				<span className="font-display text-lg leading-6 font-semibold [overflow-wrap:anywhere] max-sm:col-span-2">
					{domain}
				</span>
				<span className="text-sm text-muted">
					{formatMoney(first)}
					<span className="max-sm:sr-only"> first year</span>, then {formatMoney(further)}
				</span>
			</span>
			<AddForm {...{ subject: domain, size: "sm", variant: "secondary" }} item={registrationItem(answer)} />
		</li>
	);
}
