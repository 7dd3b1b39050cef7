import { href, Link } from "react-router";
import { Alert } from "~/components/ui/alert";
import { Fact, Facts } from "~/components/ui/fact";
import { TitledSection } from "~/components/ui/titled-section";
import { AddonList } from "~/features/addons/components/addon-list";
import { RenewForm } from "~/features/cart/components/renew-form";
import { NextRenewal } from "~/features/payments/components/next-renewal";
import type { PlanRow } from "../plan-row";
import { ConnectingDomain } from "./connecting-domain";
import { PlanActions } from "./plan-actions";
import { PlanCancellation } from "./plan-cancellation";
import { ResourceLines } from "./resource-lines";
import { UnpaidPlan } from "./unpaid-plan";

/** The details below a plan's row. */
export function PlanDetails({ plan }: { plan: PlanRow }) {
	const { addons, bars, facts, expires, features, payment, renew, usageAge } = plan;
	return (
		<div className="grid w-full grid-cols-[minmax(0,1fr)] gap-6 pb-4 md:grid-cols-2 lg:grid-cols-3">
			<UnpaidPlan plan={plan} />
			{plan.notice && (
				<Alert tone="danger" className="md:col-span-full" title={plan.notice.title}>
					<p className="max-w-measure">
						{plan.notice.text}{" "}
						<a href={href("/contact")} className="link">
							Contact us
						</a>
					</p>
				</Alert>
			)}
			<TitledSection title="Resource usage" size="xs">
				{bars.length > 0 ? (
					<div className="grid gap-3">
						<ResourceLines bars={bars} className="gap-3" />
						{usageAge && <p className="text-sm text-muted">{usageAge}</p>}
					</div>
				) : (
					<p className="text-muted">We do not measure the usage of this plan.</p>
				)}
			</TitledSection>
			<TitledSection title="Plan details" size="xs">
				<Facts>
					<Fact term="Created">{facts.created}</Fact>
					<Fact term="Expires">{expires}</Fact>
					<Fact term="IP address">{facts.ip}</Fact>
					<Fact term="Control panel">{facts.panel ?? "None, our team looks after it"}</Fact>
					{plan.status === "active" && (
						<Fact term={facts.panel === null ? "Settings" : "Sign-in"}>
							<Link to={href("/dashboard/hosting/:planId/manage", { planId: plan.id })} className="link">
								{facts.panel === null ? "Open the plan" : "Open the control panel"}
							</Link>
						</Fact>
					)}
				</Facts>
			</TitledSection>
			{features.length > 0 && (
				<TitledSection title="Features" size="xs">
					<ul className="dots">
						{features.map((feature) => (
							<li key={feature}>{feature}</li>
						))}
					</ul>
				</TitledSection>
			)}
			{plan.unconnected && (
				<Alert tone="pending" className="md:col-span-full" title={`${plan.domain} is not connected to this plan yet.`}>
					<Link to={href("/dashboard/hosting/:planId/manage", { planId: plan.id })} className="link">
						Connect the domain
					</Link>
				</Alert>
			)}
			{plan.connecting && plan.domain && <ConnectingDomain domain={plan.domain} className="md:col-span-full" />}
			{(addons.length > 0 || (plan.status === "active" && !plan.cancelled)) && (
				<TitledSection title="Add-ons" size="xs" className="md:col-span-full">
					<AddonList addons={addons} parent={plan.name} planId={plan.id} />
				</TitledSection>
			)}
			<PlanActions plan={plan} />
			{renew && !plan.cancelled && (
				<TitledSection title="Renew" size="xs" id="renew" className="scroll-mt-6 md:col-span-full">
					{payment && <NextRenewal payment={payment} />}
					<RenewForm offer={renew} charged={payment?.kind === "charge"} />
				</TitledSection>
			)}
			{plan.unpaid === null && plan.notice === null && (
				<div className="md:col-span-full">
					<PlanCancellation plan={plan} />
				</div>
			)}
		</div>
	);
}
