import { Form } from "react-router";
import { Button } from "~/components/ui/button";
import { SandboxAnswers } from "./sandbox-answers";

interface SandboxPhoneProps {
	phone: string;
	amount: string;
	payee: string;
	invoiceNumber: string;
	state: "waiting" | "approved" | "declined" | "timed_out";
	receipt: string | null;
}

/** Stands in for the customer's phone, with the M-Pesa request and its answers. */
export function SandboxPhone({ phone, amount, payee, invoiceNumber, state, receipt }: SandboxPhoneProps) {
	return (
		<div className="mx-auto grid min-h-dvh max-w-sm content-center gap-6 px-4 py-8">
			<header className="text-center">
				<h1 className="text-lg">Sandbox phone</h1>
				<p className="text-sm text-muted">Stands in for {phone || "a phone"}. No real money moves.</p>
			</header>
			<div className="grid min-h-112 content-between gap-6 rounded-[2rem] border-8 border-ink bg-paper p-5">
				<p className="flex justify-between text-sm text-muted" aria-hidden="true">
					<span>M-Pesa</span>
					<span>4G</span>
				</p>
				<section
					className="grid gap-4 rounded-card border border-line bg-surface p-5 text-center"
					aria-live="polite"
					aria-label="Phone screen"
				>
					{state === "waiting" && (
						<>
							<p>
								Do you want to pay <strong className="whitespace-nowrap">{amount}</strong> to {payee}, account no.{" "}
								<strong>{invoiceNumber}</strong>?
							</p>
							<SandboxAnswers answers={answers} />
						</>
					)}
					{state === "approved" && (
						<p>
							<strong className="block text-lake">{receipt} Confirmed.</strong>
							{amount} paid to {payee} for account {invoiceNumber}.
						</p>
					)}
					{state === "declined" && <p>You declined the request. Nothing was paid.</p>}
					{state === "timed_out" && (
						<>
							<p>The request timed out. Nothing was paid.</p>
							<Form method="post">
								<Button type="submit" name="answer" value="approve" variant="secondary" className="w-full">
									Approve late
								</Button>
							</Form>
							<p className="text-sm text-muted">Some payments arrive after the timeout. This button simulates one.</p>
						</>
					)}
				</section>
				<p className="text-center text-sm text-muted">
					{state === "waiting" ? "It closes automatically after 60 seconds." : "You can close this page."}
				</p>
			</div>
		</div>
	);
}

const answers = [
	{ value: "approve", label: "Approve" },
	{ value: "decline", label: "Decline" },
	{ value: "time_out", label: "Let it time out" },
] as const;
