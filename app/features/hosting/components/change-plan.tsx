import { href } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { Alert } from "~/components/ui/alert";
import { Card } from "~/components/ui/card";
import { Heading } from "~/components/ui/heading";
import { RouteButton } from "~/components/ui/route-button";
import { TitledSection } from "~/components/ui/titled-section";
import type { Failure } from "~/lib/result";
import type { ChangeView } from "../change-view";
import { ChangePreviewCard } from "./change-preview";
import { PlanFrame } from "./plan-frame";

interface ChangePlanProps {
	view: ChangeView;
	/** Identifies this view of the page, so that sending the form twice makes one order. */
	agreement: string;
	failure?: Failure | undefined;
}

/** The alternatives to a plan, and the cost or credit of the chosen one. */
export function ChangePlan({ view, agreement, failure }: ChangePlanProps) {
	const { plan, price, ends, pendingOrder, replaced, others, chosen } = view;
	return (
		<PlanFrame plan={plan} title="Change your plan">
			<p className="max-w-measure text-muted">
				You have {plan.name} at {price}
				{ends && `, paid until ${ends}`}. For the remaining days you pay the difference, or get it back as credit. Your
				websites and mailboxes keep working.
			</p>
			<FormError whole failure={failure} />
			{pendingOrder ? (
				<PendingOrder pendingOrder={pendingOrder} />
			) : (
				<>
					{replaced && (
						<Alert tone="info" title={`Invoice ${replaced} renews ${plan.name}.`}>
							<p>
								If you change your plan, the renewal leaves that invoice. You get a new invoice for it with the price of
								your new plan.
							</p>
						</Alert>
					)}
					{chosen && <ChangePreviewCard name={plan.name} chosen={chosen} agreement={agreement} />}
					{others.length > 0 && (
						<Choices plans={others} title={chosen ? "Other choices" : "What would you like instead?"} />
					)}
					{others.length === 0 && !chosen && <NoOthers />}
				</>
			)}
		</PlanFrame>
	);
}

function Choices({ plans, title }: { plans: ChangeView["others"]; title: string }) {
	return (
		<TitledSection title={title}>
			<ul className="grid gap-4 sm:grid-cols-2">
				{plans.map((plan) => (
					<Choice key={plan.id} plan={plan} />
				))}
			</ul>
		</TitledSection>
	);
}

function NoOthers() {
	return (
		<Alert tone="info" title="There are no other plans of this type.">
			<p>
				Tell us what you need and we will make you an offer:{" "}
				<a className="link" href={href("/contact")}>
					contact us
				</a>
				.
			</p>
		</Alert>
	);
}

function Choice({ plan: { id, title, price, each, larger, features } }: { plan: ChangeView["others"][number] }) {
	return (
		<Card as="li" className="grid content-between gap-4">
			<div className="grid gap-1">
				<p className="text-sm font-medium text-muted">{larger ? "Upgrade" : "Downgrade"}</p>
				<Heading level={3}>{title}</Heading>
				<p className="font-display text-xl font-semibold tabular-nums">
					{price} <span className="font-sans text-sm font-medium text-muted">{each}</span>
				</p>
				<ul className="dots mt-2">
					{features.map((feature) => (
						<li key={feature}>{feature}</li>
					))}
				</ul>
			</div>
			<RouteButton to={`?to=${id}`} variant="secondary">
				See what it costs<span className="sr-only">: {title}</span>
			</RouteButton>
		</Card>
	);
}

function PendingOrder({
	pendingOrder: { message, orderHref, payHref },
}: {
	pendingOrder: NonNullable<ChangeView["pendingOrder"]>;
}) {
	return (
		<Alert tone="pending" title={message}>
			<p className="flex flex-wrap gap-x-6">
				{payHref && (
					<a className="link-alone" href={payHref}>
						Pay
					</a>
				)}
				<a className="link-alone" href={orderHref}>
					See the order
				</a>
			</p>
		</Alert>
	);
}
