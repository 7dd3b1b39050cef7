import { Form, href } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { SelectField } from "~/components/forms/select-field";
import { Alert } from "~/components/ui/alert";
import { Button } from "~/components/ui/button";
import { EmailAddress } from "~/components/ui/email-address";
import { TitledCard } from "~/components/ui/titled-card";
import { CustomerLink } from "~/features/desk/components/customer-link";
import { DeskFacts } from "~/features/desk/components/desk-facts";
import { DeskPage } from "~/features/desk/components/desk-page";
import { ReasonForm } from "~/features/desk/components/reason-form";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import { ResourceLines } from "~/features/hosting/components/resource-lines";
import type { Permission } from "~/features/staff/permissions";
import { formatCount } from "~/lib/format-count";
import type { PlanView } from "../plan-view";
import { JobList } from "./job-list";
import { PlanState } from "./plan-desk-list";

interface PlanDeskPageProps {
	plan: PlanView;
	permissions: readonly Permission[];
	/** How long the content of an ended plan is kept. */
	keptDays: number;
	/** Makes a change that is ordered twice one order. */
	sendKey: string;
	answer: DeskAnswer | undefined;
}

/** A hosting plan with its customer, usage and jobs, and what staff can do with it. */
export function PlanDeskPage({ plan, permissions, keptDays, sendKey, answer }: PlanDeskPageProps) {
	const mayChange = permissions.includes("services.change");
	const jobs = <JobList jobs={plan.jobs} mayChange={mayChange} answer={answer} />;
	// A stopped job is why someone opens the page.
	const isStopped = plan.jobs.some(({ canComplete }) => canComplete);
	return (
		<DeskPage
			title={plan.domain ? `${plan.name}, ${plan.domain}` : plan.name}
			back={{ to: href("/desk/hosting"), label: "Hosting" }}
			actions={<PlanState state={plan.state} />}
		>
			{answer?.intent === "retry-job" && <FormError failure={answer.failure} whole />}
			<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
				<div className="grid grid-cols-[minmax(0,1fr)] gap-4">
					<TitledCard title="Plan">
						<PlanFacts plan={plan} canSeeCustomer={permissions.includes("customers.view")} />
					</TitledCard>
					{isStopped && jobs}
					{plan.usage.length > 0 && (
						<TitledCard title="Usage" lead={plan.usageAt === null ? "Not measured yet." : `Measured ${plan.usageAt}.`}>
							<ResourceLines bars={plan.usage} className="gap-3" />
						</TitledCard>
					)}
					{!isStopped && jobs}
				</div>
				<PlanActions plan={plan} permissions={permissions} keptDays={keptDays} sendKey={sendKey} answer={answer} />
			</div>
		</DeskPage>
	);
}

const PlanFacts = ({ plan, canSeeCustomer }: { plan: PlanView; canSeeCustomer: boolean }) => {
	const { customer } = plan;
	const optional = (term: string, value: string | null) => (value === null ? [] : [[term, value] as const]);
	return (
		<DeskFacts
			facts={[
				["Customer", <CustomerLink key="customer" customer={customer} linked={canSeeCustomer} />],
				["Email", <EmailAddress key="email" address={customer.email} />],
				["Price", plan.price],
				...optional("Server", plan.server),
				...optional("Account", plan.account),
				...optional("IP address", plan.ip),
				["Since", plan.created],
				["Paid until", plan.expires],
				...optional("Cancelled", plan.cancelled),
				...optional("Suspended until", plan.suspendedUntil),
				...optional("Reason", plan.reason),
				...optional("Content kept until", plan.keptUntil),
				["Last change", plan.changed],
			]}
		/>
	);
};

function PlanActions({ plan, permissions, keptDays, sendKey, answer }: PlanDeskPageProps) {
	const of = (intent: string) => (answer?.intent === intent ? answer : undefined);
	const props = (intent: string) => ({
		change: { intent, version: plan.version },
		failure: of(intent)?.failure,
		reason: of(intent)?.values.reason?.[0],
	});
	const mayChange = permissions.includes("services.change");
	const mayEnd = permissions.includes("services.terminate") && plan.canEnd;
	if (!mayEnd && !(mayChange && (plan.change || plan.canSuspend || plan.canUnsuspend || plan.isUnpaid))) return null;
	return (
		// Closed again after a change.
		<TitledCard key={plan.version} title="Change">
			{mayChange && plan.isUnpaid && (
				<p className="text-muted">
					It is suspended because its renewal is not paid. Record the payment of its invoice, and it works again.
				</p>
			)}
			{mayChange && plan.change && <ChangePlan change={plan.change} sendKey={sendKey} answer={of("change-plan")} />}
			{mayChange && plan.canSuspend && (
				<ReasonForm
					icon="pause"
					label="Suspend"
					danger
					effect="Its websites and mailboxes stop working within minutes. Its content is kept. The customer gets an email with the reason. A payment does not end this suspension."
					{...props("suspend")}
				>
					<UntilField answer={of("suspend")} />
				</ReasonForm>
			)}
			{mayChange && plan.canUnsuspend && (
				<ReasonForm
					icon="play"
					label="End the suspension"
					effect="It works again within minutes. The customer gets an email."
					{...props("unsuspend")}
				/>
			)}
			{mayEnd && (
				<ReasonForm
					icon="trash-2"
					label="End the plan"
					danger
					effect={`It ends today without a refund, and its renewal leaves the open invoice. The content is kept for ${formatCount(keptDays, "day")} and then deleted. The customer gets an email with the reason.`}
					{...props("end")}
				/>
			)}
		</TitledCard>
	);
}

interface ChangePlanProps {
	change: NonNullable<PlanView["change"]>;
	sendKey: string;
	answer: DeskAnswer | undefined;
}

/** Another plan with its price for the rest of the term, and then the order for it. */
function ChangePlan({ change: { options, chosen }, sendKey, answer }: ChangePlanProps) {
	const preview = chosen?.preview;
	return (
		<>
			<Form method="get" className="grid gap-3" preventScrollReset>
				<SelectField label="Change to" name="to" defaultValue={chosen?.id ?? ""}>
					<option value="">Choose</option>
					{options.map(({ value, text }) => (
						<option key={value} value={value}>
							{text}
						</option>
					))}
				</SelectField>
				<div>
					<Button type="submit" variant="secondary" size="sm">
						Show the price
					</Button>
				</div>
			</Form>
			{chosen?.refused && <Alert tone="danger" title={chosen.refused.message} />}
			{preview && (
				<>
					<DeskFacts
						facts={[
							...preview.rows.map(({ label, text }) => [label, text] as const),
							preview.credit ? ["Becomes credit", preview.credit] : ["To pay now", preview.today],
							["From then on", `${preview.renewal}, from ${preview.renews}`],
						]}
					/>
					<ReasonForm
						icon="arrow-up"
						label={`Change to ${chosen.title}`}
						effect={
							preview.due
								? "Orders it for the customer, who gets a notification with the invoice and has a day to pay. The plan changes when it is paid."
								: "The plan changes within minutes. The customer gets an email."
						}
						change={{ intent: "change-plan", key: sendKey, ...preview.agreed }}
						failure={answer?.failure}
						reason={answer?.values.reason?.[0]}
						open
					/>
				</>
			)}
		</>
	);
}

/** Until when a plan is suspended. */
export const UntilField = ({ answer }: { answer: DeskAnswer | undefined }) => (
	<Field
		label="Until"
		name="until"
		type="date"
		hint="Works again at the start of this day. Leave it empty to end it by hand."
		defaultValue={answer?.values.until?.[0] ?? ""}
		error={answer?.failure.fields?.until}
	/>
);
