import { Fact, Facts } from "~/components/ui/fact";
import { Heading } from "~/components/ui/heading";
import { RenewForm } from "~/features/cart/components/renew-form";
import { NextRenewal } from "~/features/payments/components/next-renewal";
import type { PlanRow } from "../plan-row";
import { PlanActions } from "./plan-actions";
import { PlanCancellation } from "./plan-cancellation";
import { ResourceLines } from "./resource-lines";

/** What opens below a plan's row. */
export function PlanDetails({ plan }: { plan: PlanRow }) {
	const { bars, facts, expires, features, payment, renew } = plan;
	return (
		<div className="grid w-full grid-cols-[minmax(0,1fr)] gap-6 pb-4 md:grid-cols-2 lg:grid-cols-3">
			<section className="grid content-start gap-3">
				<Heading level={2} size="xs">
					Resource usage
				</Heading>
				{bars.length > 0 ? (
					<ResourceLines bars={bars} className="gap-3" />
				) : (
					<p className="text-muted">Nothing of this plan is counted.</p>
				)}
			</section>
			<section className="grid content-start gap-3">
				<Heading level={2} size="xs">
					Plan details
				</Heading>
				<Facts>
					<Fact term="Created">{facts.created}</Fact>
					<Fact term="Expires">{expires}</Fact>
					<Fact term="IP address">{facts.ip}</Fact>
					<Fact term="Control panel">{facts.panel}</Fact>
				</Facts>
			</section>
			{features.length > 0 && (
				<section className="grid content-start gap-3">
					<Heading level={2} size="xs">
						Features
					</Heading>
					<ul className="dots">
						{features.map((feature) => (
							<li key={feature}>{feature}</li>
						))}
					</ul>
				</section>
			)}
			<PlanActions plan={plan} />
			{renew && !plan.cancelled && (
				<section id="renew" aria-labelledby="renew-title" className="grid scroll-mt-6 gap-3 md:col-span-full">
					<Heading level={2} size="xs" id="renew-title">
						Renew
					</Heading>
					{payment && <NextRenewal payment={payment} />}
					<RenewForm offer={renew} charged={payment?.kind === "charge"} />
				</section>
			)}
			<div className="md:col-span-full">
				<PlanCancellation plan={plan} />
			</div>
		</div>
	);
}
