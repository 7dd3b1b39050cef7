import { Form, href, useLocation } from "react-router";
import { DomainField } from "~/components/forms/domain-field";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { Alert } from "~/components/ui/alert";
import { Button, ButtonLink } from "~/components/ui/button";
import { CopyButton } from "~/components/ui/copy-button";
import { RouteButton } from "~/components/ui/route-button";
import { TitledCard } from "~/components/ui/titled-card";
import { NewPasswordFields } from "~/features/accounts/components/new-password-fields";
import type { Failure } from "~/lib/result";
import type { HostingType } from "../hosting-facts";
import type { HostingStatus } from "../hosting-state";
import { ConnectDomain, type DomainProof, MoveButton, MoveDomain } from "./connect-domain";
import { ConnectingDomain } from "./connecting-domain";
import { PlanFrame } from "./plan-frame";

interface ManagePlanProps {
	plan: {
		id: string;
		name: string;
		type: HostingType;
		/** ASCII form. */
		domain: string | null;
		/** Unicode form. */
		domainName: string | null;
		/** Whether the hosting server has not confirmed the domain yet. */
		connecting: boolean;
		status: HostingStatus;
		/** Null if it has none. */
		ip: string | null;
		/** Whether staff run it, so that it has no control panel in the portal. */
		runByStaff: boolean;
		/** Null unless staff have ended or suspended it. */
		notice: { title: string; text: string } | null;
		/** Null unless its term is over and not paid again. */
		unpaid: { title: string; text: string } | null;
	};
	/** How to prove control of the domain. Null if the domain is connected or the plan has none. */
	proof: DomainProof | null;
	/** DNS records of its domain, or of any if it has none. */
	records: readonly { name: string; value: string }[];
	failure?: Failure | undefined;
	/** The domain that was typed, after a failure. */
	typed?: string | undefined;
}

export function ManagePlan({ plan, proof, records, failure, typed }: ManagePlanProps) {
	return (
		<PlanFrame plan={plan} title={`Manage ${plan.name}`}>
			<FormError failure={failure} />
			{plan.status === "active" ? (
				<>
					{plan.connecting && plan.domainName && <ConnectingDomain domain={plan.domainName} />}
					{proof && plan.domainName && proof.usedBy && (
						<MoveDomain domain={plan.domainName} usedBy={proof.usedBy} plan={plan.name} />
					)}
					{proof && plan.domainName && !proof.usedBy && <ConnectDomain domain={plan.domainName} proof={proof} />}
					{(plan.domain === null || proof) && <ChooseDomain plan={plan} {...{ failure, typed }} />}
					{plan.runByStaff ? <RunByStaff /> : <OpenPanel type={plan.type} />}
					<Records plan={plan} records={records} />
					{!plan.runByStaff && <PanelPassword account={plan.domain ?? plan.name} failure={failure} />}
				</>
			) : (
				<Inactive plan={plan} />
			)}
		</PlanFrame>
	);
}

/** Why the plan has no control panel now, and what to do. */
function Inactive({ plan: { id, name, type, notice, unpaid } }: Pick<ManagePlanProps, "plan">) {
	if (unpaid)
		return (
			<Alert tone="danger" title={unpaid.title}>
				<div className="grid justify-items-start gap-3">
					<p>{unpaid.text}</p>
					<ButtonLink href={`${href("/dashboard/hosting")}?tab=${type}&open=${id}#renew`}>Pay</ButtonLink>
				</div>
			</Alert>
		);
	if (notice)
		return (
			<Alert tone="pending" title={notice.title}>
				<div className="grid justify-items-start gap-3">
					<p>{notice.text}</p>
					<ButtonLink href={href("/dashboard/support/new")} variant="secondary">
						Contact us
					</ButtonLink>
				</div>
			</Alert>
		);
	return (
		<Alert tone="pending" title={`${name} is not active.`}>
			You can open its control panel once it is active.
		</Alert>
	);
}

const contents: Readonly<Record<HostingType, string>> = {
	web: "Manage your files, databases, mailboxes, certificates and backups.",
	email: "Manage your mailboxes, forwarding addresses and spam filter.",
};

const RunByStaff = () => (
	<TitledCard
		title="Access"
		lead="Our team looks after this plan and has sent you how to sign in. Write to us if you need access again, or a change."
	>
		<RouteButton to={href("/dashboard/support/new")} variant="secondary">
			Write to our team
		</RouteButton>
	</TitledCard>
);

function OpenPanel({ type }: { type: HostingType }) {
	return (
		<TitledCard
			title="Control panel"
			lead={`${contents[type]} The button signs you in with a link that works once, within five minutes.`}
		>
			{/* A plain form, because the answer redirects to another site in a new tab. */}
			<form method="post" target="_blank" rel="noopener">
				<input type="hidden" name="intent" value="open" />
				<Button type="submit">
					Open the control panel<span className="sr-only"> (in a new tab)</span>
				</Button>
			</form>
		</TitledCard>
	);
}

/** For a plan that was bought without a domain, or for one that the customer can't prove. */
function ChooseDomain({ plan, failure, typed = "" }: Pick<ManagePlanProps, "plan" | "failure" | "typed">) {
	const { pathname } = useLocation();
	const busy = useBusy("set-domain");
	const isFirst = plan.domain === null;
	const isUsed = failure?.code === "domain_used";
	return (
		<TitledCard
			title={isFirst ? "Domain" : "Use another domain"}
			lead={`${isFirst ? "This plan has no domain yet. " : ""}Enter one that you have here or at another registrar.`}
		>
			<Form method="post" noValidate className="grid gap-5 sm:max-w-md" preventScrollReset>
				<input type="hidden" name="intent" value="set-domain" />
				<DomainField
					label="Domain"
					name="domain"
					defaultValue={typed}
					error={isUsed ? undefined : failure?.fields?.domain}
				/>
				<div>
					<SubmitButton busy={busy} busyText="Saving..." variant={isUsed ? "secondary" : "primary"}>
						Use this domain
					</SubmitButton>
				</div>
				{/* After the button above, so that Enter in the field does not move the domain. */}
				{isUsed && (
					<FormError whole failure={failure} tone="pending">
						<div className="mt-3 flex flex-wrap gap-3">
							<MoveButton domain={typed} />
							<RouteButton to={pathname} variant="secondary" preventScrollReset>
								Leave it there
							</RouteButton>
						</div>
					</FormError>
				)}
			</Form>
		</TitledCard>
	);
}

interface RecordsProps {
	plan: Pick<ManagePlanProps["plan"], "type" | "ip">;
	records: ManagePlanProps["records"];
}

/** The records that a domain needs whose DNS is not here. Our nameservers know nothing of it. */
const Records = ({ plan: { type, ip }, records }: RecordsProps) => (
	<TitledCard
		title="DNS records"
		lead="Is the DNS of your domain managed elsewhere? Then add these records there. For a domain that you have here, use the template “Hosting with us” on its DNS page."
	>
		{ip ? (
			<>
				<ul className="grid gap-3">
					{records.map(({ name, value }) => (
						<li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1">
							<strong className="min-w-24">{name}</strong>
							<code className="min-w-0 wrap-anywhere">{value}</code>
							<CopyButton text={value} subject={`${name} record`} size="sm" />
						</li>
					))}
				</ul>
				{type === "web" && (
					<p className="mt-4 max-w-measure text-muted">
						Are your mailboxes with another provider? Then leave out the MX and TXT records.
					</p>
				)}
			</>
		) : (
			<p>The server's address is not assigned yet. Please come back later.</p>
		)}
	</TitledCard>
);

interface PanelPasswordProps {
	/** User name for password managers, so that they don't overwrite the portal's password. */
	account: string;
	failure: Failure | undefined;
}

function PanelPassword({ account, failure }: PanelPasswordProps) {
	const { key } = useLocation();
	const busy = useBusy("password");
	return (
		<TitledCard
			title="Control panel password"
			lead={`For programs that sign in automatically, such as FTP. It is not the password of your ${account} mailboxes or of this portal. We send it to the hosting server and do not store it.`}
		>
			{/* The key empties the fields after each answer. */}
			<Form key={key} method="post" className="grid gap-5 sm:max-w-md" preventScrollReset>
				<FormError failure={failure?.fields && failure} />
				<input type="hidden" name="intent" value="password" />
				<input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
				<NewPasswordFields failure={failure} label="New panel password" confirmLabel="Repeat it" />
				<div>
					<SubmitButton busy={busy} busyText="Setting the password...">
						Set the password
					</SubmitButton>
				</div>
			</Form>
		</TitledCard>
	);
}
