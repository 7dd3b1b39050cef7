import { Form, useNavigation } from "react-router";
import { Field } from "~/components/forms/field";
import { SubmitButton } from "~/components/forms/submit";
import { Alert } from "~/components/ui/alert";
import { Card } from "~/components/ui/card";
import type { Failure } from "~/lib/result";
import { testCards } from "../card-number";
import { SandboxAnswers } from "./sandbox-answers";

interface SandboxCardProps {
	amount: string;
	payee: string;
	invoiceNumber: string;
	state: "waiting" | "approved" | "declined" | "timed_out";
	/** Whether a saved card is charged and its bank asks for confirmation. */
	usesSavedCard: boolean;
	backHref: string;
	errors?: Failure["fields"];
}

/** Stands in for a card provider's page. The number decides the outcome. Only its last four digits are stored. */
export function SandboxCard({
	amount,
	payee,
	invoiceNumber,
	state,
	usesSavedCard,
	backHref,
	errors,
}: SandboxCardProps) {
	const busy = useNavigation().state !== "idle";
	return (
		<div className="mx-auto grid min-h-dvh max-w-narrow content-center gap-6 px-4 py-8">
			<header>
				<p className="text-sm text-muted">Sandbox card payment · no real money moves</p>
				<h1 className="mt-1 text-xl">
					{amount} to {payee}
				</h1>
				<p className="text-muted">Invoice {invoiceNumber}</p>
			</header>
			{state === "waiting" ? (
				<Card>
					{usesSavedCard ? (
						<BankQuestion amount={amount} payee={payee} />
					) : (
						<CardForm amount={amount} busy={busy} errors={errors} />
					)}
					<a href={backHref} className="mt-5 block text-center text-indigo underline underline-offset-4">
						Go back without paying
					</a>
				</Card>
			) : (
				<Alert
					tone={state === "approved" ? "success" : "danger"}
					role="status"
					title={state === "approved" ? "This payment was approved." : "This payment is closed."}
				>
					<a href={backHref} className="underline underline-offset-4">
						Back to the shop
					</a>
				</Alert>
			)}
		</div>
	);
}

function CardForm({ amount, busy, errors }: { amount: string; busy: boolean; errors: Failure["fields"] }) {
	return (
		<Form method="post" noValidate className="grid gap-5">
			<Field
				label="Card number"
				name="number"
				inputMode="numeric"
				autoComplete="off"
				defaultValue={testCards.approved}
				error={errors?.number}
				hint={
					<>
						<TestCard card="approved" /> is approved, <TestCard card="declined" /> is declined. Once saved,{" "}
						<TestCard card="confirmationRequired" /> needs confirmation and <TestCard card="declinedWhenSaved" /> is
						declined.
					</>
				}
				required
			/>
			<div className="grid grid-cols-2 items-start gap-4">
				<Field label="Expiry" name="expiry" autoComplete="off" defaultValue="12/34" error={errors?.expiry} required />
				<Field
					label="CVC"
					name="cvc"
					inputMode="numeric"
					autoComplete="off"
					defaultValue="123"
					error={errors?.cvc}
					required
				/>
			</div>
			<SubmitButton busy={busy} busyText="Paying...">
				Pay {amount}
			</SubmitButton>
		</Form>
	);
}

const TestCard = ({ card }: { card: keyof typeof testCards }) => (
	<span className="whitespace-nowrap">{testCards[card]}</span>
);

const bankAnswers = [
	{ value: "approve", label: "Confirm" },
	{ value: "decline", label: "Refuse" },
] as const;

/** Stands in for a bank's confirmation page (3-D Secure). */
function BankQuestion({ amount, payee }: { amount: string; payee: string }) {
	return (
		<div className="grid gap-4">
			<p>
				Your bank asks: do you want to pay <strong className="whitespace-nowrap">{amount}</strong> to {payee}?
			</p>
			<SandboxAnswers answers={bankAnswers} />
		</div>
	);
}
