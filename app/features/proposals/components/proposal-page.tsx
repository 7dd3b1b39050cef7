import { Form, href } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { PageHeading } from "~/components/layout/portal/page-heading";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { TitledCard } from "~/components/ui/titled-card";
import type { Failure } from "~/lib/result";
import type { ProposalView } from "../proposal-view";
import { PriceLines } from "./price-lines";

const endings = {
	accepted: "You accepted this quote.",
	declined: "You declined this quote.",
	withdrawn: "We withdrew this quote. Write to us if you still want it.",
	expired: "This quote has expired. Write to us for a new one.",
} as const;

/** A quote for its customer, with the forms that accept or decline it. */
export function ProposalPage({ proposal, failure }: { proposal: ProposalView; failure?: Failure | undefined }) {
	const { state, sent, until, message, orderId, toPay, exactTotal, taxChange } = proposal;
	const accepting = useBusy("accept");
	const declining = useBusy("decline");
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeading
				title="Quote"
				lead={
					state === "open" ? `Sent on ${sent}. The prices without tax are fixed until ${until}.` : `Sent on ${sent}.`
				}
				back={{ to: href("/dashboard/invoices"), label: "Invoices" }}
			/>
			{state !== "open" && (
				<Alert tone={state === "accepted" ? "success" : "info"} role="status" title={endings[state]}>
					{orderId && (
						<ButtonLink href={href("/orders/:orderId", { orderId })} variant="secondary" size="sm">
							See the order
						</ButtonLink>
					)}
				</Alert>
			)}
			<TitledCard title="What we offer" className="max-w-3xl">
				{message && <p className="max-w-measure wrap-anywhere whitespace-pre-line">{message}</p>}
				<PriceLines price={proposal} />
				{taxChange && <Alert tone="info">{taxChange}</Alert>}
				<FormError whole failure={failure} />
				{state === "open" && (
					<div className="flex flex-wrap gap-3 print:hidden">
						<Form method="post">
							<input type="hidden" name="intent" value="accept" />
							<input type="hidden" name="total" value={exactTotal} />
							<SubmitButton busy={accepting} busyText="Ordering...">
								{`Accept and pay ${toPay.replaceAll(" ", "\u00a0")}`}
							</SubmitButton>
						</Form>
						<Form method="post">
							<input type="hidden" name="intent" value="decline" />
							<SubmitButton variant="secondary" busy={declining} busyText="Declining...">
								Decline
							</SubmitButton>
						</Form>
					</div>
				)}
			</TitledCard>
		</div>
	);
}
