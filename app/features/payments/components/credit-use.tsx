import { add, formatMoney, isZero, type Money } from "~/lib/money";
import type { CreditUse as Use } from "../payable";

interface CreditUseProps {
	use: Use;
	/** What is to be paid. */
	of: "invoice" | "order";
}

/** What the customer's credit would pay, and what would then be left of the amount or of the credit. */
export function CreditUse({ use: { pays, left, kept }, of }: CreditUseProps) {
	const held = <Amount money={add(pays, kept)} />;
	return isZero(left) ? (
		<>
			You have {held} of credit. It can pay this {of} in full
			{!isZero(kept) && (
				<>
					, and you keep <Amount money={kept} /> of it
				</>
			)}
			.
		</>
	) : (
		<>
			You have {held} of credit. It can pay <Amount money={pays} /> of this {of}. Then <Amount money={left} /> is left
			to pay.
		</>
	);
}

const Amount = ({ money }: { money: Money }) => <span className="whitespace-nowrap">{formatMoney(money)}</span>;

/** Sends what the page says about the credit, so that no other amount is paid. */
export const ShownCredit = ({ use: { pays, left } }: { use: Use }) => (
	<>
		<input type="hidden" name="creditPays" value={pays.amount} />
		<input type="hidden" name="creditLeaves" value={left.amount} />
	</>
);
