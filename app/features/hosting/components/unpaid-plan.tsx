import { href } from "react-router";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import type { PlanRow } from "../plan-row";

/** Why a plan is expired or suspended, and how to pay for it. */
export function UnpaidPlan({ plan: { unpaid, renew } }: { plan: PlanRow }) {
	if (!unpaid) return null;
	const ordered = renew && "ordered" in renew ? renew.ordered : null;
	if (ordered?.paid)
		return (
			<Alert tone="pending" className="md:col-span-full" title="Your payment has arrived.">
				<p>We are renewing this plan. This usually takes a few minutes.</p>
			</Alert>
		);
	return (
		<Alert tone="danger" className="md:col-span-full" title={unpaid.title}>
			<div className="grid justify-items-start gap-3">
				<p className="max-w-measure">{unpaid.text}</p>
				<ButtonLink href={ordered ? href("/pay/:invoiceId", { invoiceId: ordered.invoiceId }) : "#renew"}>
					Pay
				</ButtonLink>
			</div>
		</Alert>
	);
}
