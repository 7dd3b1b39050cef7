import { Form, useNavigation } from "react-router";
import { Field } from "~/components/forms/field";
import { SubmitButton } from "~/components/forms/submit";
import { Alert } from "~/components/ui/alert";
import { Card } from "~/components/ui/card";
import { testCards } from "../card-number";

interface SandboxCardProps {
	amount: string;
	payee: string;
	invoiceNumber: string;
	state: "waiting" | "approved" | "declined" | "timed_out";
	backHref: string;
	error?: string;
}

/** Stands in for a card company's page. What is typed decides the outcome and is kept nowhere. */
export function SandboxCard({ amount, payee, invoiceNumber, state, backHref, error }: SandboxCardProps) {
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
					<Form method="post" noValidate className="grid gap-5">
						<Field
							label="Card number"
							name="number"
							inputMode="numeric"
							autoComplete="off"
							defaultValue={testCards.pays}
							error={error}
							hint={
								<>
									{testCards.pays} pays, {testCards.declined} is declined.
								</>
							}
							required
						/>
						<div className="grid grid-cols-2 gap-4">
							<Field label="Expiry" name="expiry" autoComplete="off" defaultValue="12/34" required />
							<Field label="CVC" name="cvc" inputMode="numeric" autoComplete="off" defaultValue="123" required />
						</div>
						<SubmitButton busy={busy} busyText="Paying...">
							Pay {amount}
						</SubmitButton>
						<a href={backHref} className="text-center text-indigo underline underline-offset-4">
							Go back without paying
						</a>
					</Form>
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
