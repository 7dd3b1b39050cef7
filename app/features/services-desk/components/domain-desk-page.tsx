import { Fragment } from "react";
import { href } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { RowAction } from "~/components/forms/row-action";
import { SelectField } from "~/components/forms/select-field";
import { Alert } from "~/components/ui/alert";
import { CopyButton } from "~/components/ui/copy-button";
import { EmailAddress } from "~/components/ui/email-address";
import { TitledCard } from "~/components/ui/titled-card";
import { CustomerLink } from "~/features/desk/components/customer-link";
import { DeskFacts } from "~/features/desk/components/desk-facts";
import { DeskPage } from "~/features/desk/components/desk-page";
import { ReasonForm } from "~/features/desk/components/reason-form";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import { DomainStatus } from "~/features/domains/components/domain-status";
import { HostNames } from "~/features/domains/components/host-names";
import type { Permission } from "~/features/staff/permissions";
import type { DomainView } from "../domain-view";
import { JobList } from "./job-list";

interface DomainDeskPageProps {
	domain: DomainView;
	permissions: readonly Permission[];
	/** The registrars that are configured. */
	registrars: readonly string[];
	/** The authorization code, once, after the form that asks for it. */
	code: string | undefined;
	answer: DeskAnswer | undefined;
}

/** Intents whose failure is shown in their own form. */
const withForm = [
	"unlock",
	"auto-renew-off",
	"auth-code",
	"change-registrar",
	"move-zone",
	"stop-zone-move",
	"offer",
	"withdraw",
	"complete-job",
];

/** A domain with its customer, jobs and offer, and what staff can do with it. */
export function DomainDeskPage({ domain, permissions, registrars, code, answer }: DomainDeskPageProps) {
	const mayChange = permissions.includes("services.change");
	return (
		<DeskPage
			title={domain.name}
			back={{ to: href("/desk/domains"), label: "Domains" }}
			actions={<DomainStatus status={domain.status} suspended={domain.suspended} />}
		>
			{answer && !withForm.includes(answer.intent) && <FormError failure={answer.failure} whole />}
			{code !== undefined && <AuthCode domain={domain.name} code={code} />}
			<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
				<div className="grid grid-cols-[minmax(0,1fr)] gap-4">
					<TitledCard title="Domain">
						<DomainFacts domain={domain} canSeeCustomer={permissions.includes("customers.view")} />
					</TitledCard>
					<JobList jobs={domain.jobs} mayChange={mayChange} answer={answer} />
				</div>
				{mayChange && domain.isOwned && <DomainActions domain={domain} registrars={registrars} answer={answer} />}
			</div>
		</DeskPage>
	);
}

const AuthCode = ({ domain, code }: { domain: string; code: string }) => (
	<Alert tone="info" role="status" title={`Authorization code of ${domain}`}>
		<div className="flex flex-wrap items-center gap-3">
			<code className="wrap-anywhere text-lg">{code}</code>
			<CopyButton text={code} subject="Authorization code" size="sm" />
		</div>
		<p className="mt-2">It is shown only once. The customer gets an email that it was read.</p>
	</Alert>
);

const yesNo = (is: boolean) => (is ? "On" : "Off");

const DomainFacts = ({ domain, canSeeCustomer }: { domain: DomainView; canSeeCustomer: boolean }) => {
	const { customer } = domain;
	return (
		<DeskFacts
			facts={[
				["Customer", <CustomerLink key="customer" customer={customer} linked={canSeeCustomer} />],
				["Email", <EmailAddress key="email" address={customer.email} />],
				["Registrant", domain.registrant ?? "As in the account"],
				...(domain.registrantCheck ? [["Registrant check", domain.registrantCheck] as const] : []),
				["Registrar", domain.registrar],
				...(domain.registryId ? [["Registry's id", domain.registryId] as const] : []),
				["Since", domain.registered],
				["Expires", domain.expires],
				["Auto-renew", yesNo(domain.autoRenew)],
				["Transfer lock", domain.locked ? "Locked" : "Unlocked"],
				...(domain.transferLock ? [["Can't move until", domain.transferLock] as const] : []),
				["WHOIS privacy", yesNo(domain.privacy)],
				["DNSSEC", yesNo(domain.dnssec)],
				[
					"Nameservers",
					<Fragment key="nameservers">
						{domain.nameservers.length > 0 ? <HostNames hosts={domain.nameservers} /> : "–"}
						{domain.delegation !== "live" && "Not in use yet"}
					</Fragment>,
				],
				...(domain.zone ? [["DNS service", domain.zone.service] as const] : []),
				...(domain.zone?.move ? [["Move of the zone", domain.zone.move] as const] : []),
				...(domain.offer ? [["Offered to", `${domain.offer.email}, until ${domain.offer.until}`] as const] : []),
				...(domain.comparedAt ? [["Same at registrar", domain.comparedAt] as const] : []),
				["Last change", domain.changed],
			]}
		/>
	);
};

type DomainActionsProps = Pick<DomainDeskPageProps, "domain" | "registrars" | "answer">;

function DomainActions({ domain, registrars, answer }: DomainActionsProps) {
	const of = (intent: string) => (answer?.intent === intent ? answer : undefined);
	const props = (intent: string) => ({
		change: { intent, version: domain.version },
		failure: of(intent)?.failure,
		reason: of(intent)?.values.reason?.[0],
	});
	const others = registrars.filter((one) => one !== domain.registrar);
	return (
		// Closed again after a change.
		<TitledCard key={domain.version} title="Change">
			<div className="flex flex-wrap gap-2">
				{domain.isRegistered && (
					<RowAction change={{ intent: "compare" }} subject={domain.name}>
						Compare with the registrar
					</RowAction>
				)}
				{domain.isRegistered && !domain.locked && (
					<RowAction change={{ intent: "lock", version: domain.version }} subject={domain.name}>
						Lock
					</RowAction>
				)}
				{!domain.autoRenew && (
					<RowAction change={{ intent: "auto-renew-on", version: domain.version }} subject={`of ${domain.name}`}>
						Turn auto-renew on
					</RowAction>
				)}
			</div>
			{domain.isRegistered && (
				<p className="text-sm text-muted">
					A comparison takes over the registrar's expiry date and nameservers, and sends it our other settings again.
				</p>
			)}
			{domain.autoRenew && (
				<ReasonForm
					icon="calendar"
					label="Turn auto-renew off"
					effect="It expires if the customer does not renew it. An open renewal leaves its invoice. The customer sees the change in their activity."
					danger
					{...props("auto-renew-off")}
				/>
			)}
			{domain.isRegistered && domain.locked && (
				<ReasonForm
					icon="lock"
					label="Unlock"
					effect="Anyone with the authorization code can then transfer the domain away. The customer gets an email."
					{...props("unlock")}
				/>
			)}
			{domain.isRegistered && !domain.locked && (
				<ReasonForm
					icon="key-round"
					label="Show the authorization code"
					effect="Give it only to the customer, after checking who asks. The customer gets an email that it was read."
					{...props("auth-code")}
				/>
			)}
			{domain.isActive && !domain.offer && (
				<ReasonForm
					icon="send"
					label="Move to another customer"
					effect="The other person gets an email and has 7 days to accept. The domain moves only then. The present holder gets an email, too."
					{...props("offer")}
				>
					<Field
						label="Email of the other customer"
						name="email"
						type="email"
						required
						maxLength={254}
						autoComplete="off"
						defaultValue={of("offer")?.values.email?.[0] ?? ""}
						error={of("offer")?.failure.fields?.email}
					/>
				</ReasonForm>
			)}
			{domain.offer && (
				<ReasonForm
					icon="x"
					label="Withdraw the offer"
					effect={`${domain.offer.email} can't accept it any more. The domain stays with its holder, and you can offer it again.`}
					danger
					{...props("withdraw")}
				/>
			)}
			{domain.zone && domain.zone.stop === null && domain.isActive && (
				<ReasonForm
					icon="globe"
					label="Move the zone"
					effect={`Its records are published at the other DNS service. If ${domain.name} uses nameservers of ${domain.zone.service}, it gets the new ones at its registrar, and the customer gets an email. The zone at ${domain.zone.service} is deleted two days after the registry uses them. Turn DNSSEC off first.`}
					{...props("move-zone")}
				>
					<SelectField
						label="DNS service"
						name="service"
						defaultValue={of("move-zone")?.values.service?.[0] ?? ""}
						error={of("move-zone")?.failure.fields?.service}
					>
						<option value="">Choose</option>
						{domain.zone.others.map(({ id, name }) => (
							<option key={id} value={id}>
								{name}
							</option>
						))}
					</SelectField>
				</ReasonForm>
			)}
			{domain.zone?.stop && (
				<ReasonForm
					icon="x"
					label="Stop moving the zone"
					effect={domain.zone.stop}
					danger
					{...props("stop-zone-move")}
				/>
			)}
			{domain.isRegistered && others.length > 0 && (
				<ReasonForm
					icon="server"
					label="Change the registrar of record"
					effect={`Only after the domain was moved there. It orders nothing: from now on, we manage ${domain.name} at the chosen registrar.`}
					{...props("change-registrar")}
				>
					<SelectField
						label="Registrar"
						name="registrar"
						defaultValue={of("change-registrar")?.values.registrar?.[0] ?? ""}
						error={of("change-registrar")?.failure.fields?.registrar}
					>
						<option value="">Choose</option>
						{others.map((one) => (
							<option key={one} value={one}>
								{one}
							</option>
						))}
					</SelectField>
				</ReasonForm>
			)}
		</TitledCard>
	);
}
