import { Field } from "~/components/forms/field";
import { TitledCard } from "~/components/ui/titled-card";
import { ReasonForm } from "~/features/desk/components/reason-form";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import type { Currency } from "~/lib/money";

interface CreditFormsProps {
	currency: Currency;
	/** "Ksh 20,000". Null without a limit. */
	limit: string | null;
	/** Whether the person may give credit. */
	mayGive: boolean;
	/** The customer's credit that the person may pay back. Null if they may not, or there is none. */
	held: string | null;
	/** The same for each try, so that a form that is sent twice gives credit once. */
	sendKey: string;
	answer: DeskAnswer | undefined;
}

/** Adds to a customer's credit, and records what was paid back of it. */
export const CreditForms = ({ mayGive, held, ...form }: CreditFormsProps) => (
	<TitledCard title="Change">
		{mayGive && <GiveCredit {...form} />}
		{held !== null && <PayBackCredit {...form} held={held} />}
	</TitledCard>
);

type FormProps = Omit<CreditFormsProps, "mayGive" | "held">;

const answerTo = ({ answer }: FormProps, intent: string) => (answer?.intent === intent ? answer : undefined);

function PayBackCredit({ held, ...form }: FormProps & { held: string }) {
	const { currency, limit, sendKey } = form;
	const answer = answerTo(form, "pay-back");
	return (
		<ReasonForm
			icon="rotate-ccw"
			label="Pay back credit"
			submit="Record the payment"
			effect={`The customer has ${held} of credit. This sends no money: first pay it by M-Pesa or bank transfer. The customer gets an email with the reference and the reason. ${limit ? `Your limit is ${limit} a day.` : "You have no limit."}`}
			change={{ intent: "pay-back", key: sendKey }}
			failure={answer?.failure}
			reason={answer?.values.reason?.[0]}
		>
			<Field
				label={`Amount in ${currency}`}
				name="amount"
				id="pay-back-amount"
				inputMode="decimal"
				required
				defaultValue={answer?.values.amount?.[0]}
				error={answer?.failure.fields?.amount}
			/>
			<Field
				label="Reference"
				name="reference"
				hint="The receipt of M-Pesa or the bank's reference."
				required
				maxLength={60}
				defaultValue={answer?.values.reference?.[0]}
				error={answer?.failure.fields?.reference}
			/>
		</ReasonForm>
	);
}

function GiveCredit(form: FormProps) {
	const { currency, limit, sendKey } = form;
	const answer = answerTo(form, "credit");
	return (
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
	);
}
