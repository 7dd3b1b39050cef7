import { Field } from "~/components/forms/field";
import { TitledCard } from "~/components/ui/titled-card";
import { ReasonForm } from "~/features/desk/components/reason-form";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import type { Currency } from "~/lib/money";

interface GiveCreditProps {
	currency: Currency;
	/** "Ksh 20,000". Null without a limit. */
	limit: string | null;
	/** The same for each try, so that a form that is sent twice gives credit once. */
	sendKey: string;
	answer: DeskAnswer | undefined;
}

/** Adds to a customer's credit. */
export const GiveCredit = ({ currency, limit, sendKey, answer }: GiveCreditProps) => (
	<TitledCard title="Change">
		<ReasonForm
			icon="wallet"
			label="Give credit"
			effect={`The customer gets an email with the reason, and can pay invoices with the credit. ${limit ? `Your limit is ${limit} a day. Above it, a second person has to approve.` : "You have no limit."}`}
			change={{ intent: "credit", key: sendKey }}
			failure={answer?.failure}
			reason={answer?.values.reason?.[0]}
		>
			<Field
				label={`Amount in ${currency}`}
				name="amount"
				inputMode="decimal"
				required
				defaultValue={answer?.values.amount?.[0]}
				error={answer?.failure.fields?.amount}
			/>
		</ReasonForm>
	</TitledCard>
);
