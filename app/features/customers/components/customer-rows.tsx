import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { RowAction } from "~/components/forms/row-action";
import { EmailAddress } from "~/components/ui/email-address";
import { Heading } from "~/components/ui/heading";
import { LinkTabs } from "~/components/ui/link-tabs";
import { RouteButton } from "~/components/ui/route-button";
import { Status } from "~/components/ui/status";
import { TitledCard } from "~/components/ui/titled-card";
import type { Tone } from "~/components/ui/tone";
import { DeskFacts } from "~/features/desk/components/desk-facts";
import { DeskList, RowLink, unbroken } from "~/features/desk/components/desk-list";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import type { SentEmail } from "~/features/email/sent-emails.server";
import { InvoiceStatusLabel } from "~/features/invoices/components/invoice-status";
import type { Failure } from "~/lib/result";
import { paymentStateLabels } from "../customer-labels";
import type {
	AccessRow,
	ActivityRow,
	AddonRowView,
	CreditRow,
	DomainRow,
	EmailRow,
	EventRow,
	InvoiceRow,
	PaymentRow,
	PlanRow,
	SessionRow,
} from "../customer-view";
import type { ServiceKind } from "../customers.schema";

interface Rows<Row> {
	readonly rows: readonly Row[];
	readonly next: string | null;
}

const name = (text: string, note?: string | null) => (
	<span className="row-name">
		<span className="row-text wrap-anywhere font-semibold md:inline-block md:min-w-28">
			{text}
			{note && <span className="ms-2 text-sm font-normal text-muted md:max-lg:ms-0 md:max-lg:block">{note}</span>}
		</span>
	</span>
);
const stateTones: Readonly<Record<string, Tone>> = {
	Active: "success",
	Pending: "pending",
	Transferring: "pending",
	"Waits for staff": "pending",
	Suspended: "danger",
	Expired: "danger",
	"In redemption": "danger",
	Cancelled: "info",
};
const state = (text: string) => <Status tone={stateTones[text] ?? "neutral"}>{text}</Status>;

interface ServicesProps {
	/** Only one kind, page by page. Undefined for the newest of each. */
	show: ServiceKind | undefined;
	domains: Rows<DomainRow>;
	plans: Rows<PlanRow>;
	addons: Rows<AddonRowView>;
}

export function CustomerServices({ show, domains, plans, addons }: ServicesProps) {
	const more = (kind: ServiceKind, next: string | null) =>
		show === undefined && next !== null ? (
			<div>
				<RouteButton to={`?show=${kind}`} variant="secondary" size="sm">
					{`All ${serviceNames[kind].toLowerCase()}`}
				</RouteButton>
			</div>
		) : null;
	const isShown = (kind: ServiceKind, rows: readonly unknown[]) =>
		show === kind || (show === undefined && (rows.length > 0 || kind === "domains"));
	const paged = (next: string | null) => (show === undefined ? null : next);
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			{show && (
				<div>
					<RouteButton to="?" variant="secondary" size="sm">
						All services
					</RouteButton>
				</div>
			)}
			{isShown("domains", domains.rows) && (
				<Part title={serviceNames.domains}>
					<DeskList
						label="Domains"
						rows={domains.rows}
						next={paged(domains.next)}
						columns={[
							{
								name: "Domain",
								cell: (row) => <RowLink to={href("/desk/domains/:domainId", { domainId: row.id })}>{row.name}</RowLink>,
							},
							{ name: "Registrar", cell: ({ registrar }) => registrar },
							{ name: "Renewal", place: "row-note", cell: ({ renews }) => renews },
							{ name: "Expires", place: "row-meta", cell: ({ expires }) => unbroken(expires) },
							{ name: "Status", place: "row-state", cell: (row) => state(row.state) },
						]}
						empty={{ icon: "globe", title: "No domains", text: "This customer has no domains yet." }}
					/>
					{more("domains", domains.next)}
				</Part>
			)}
			{isShown("plans", plans.rows) && (
				<Part title={serviceNames.plans}>
					<DeskList
						label="Hosting plans"
						rows={plans.rows}
						next={paged(plans.next)}
						columns={[
							{
								name: "Plan",
								cell: (row) => (
									<RowLink to={href("/desk/hosting/:planId", { planId: row.id })} note={row.domain}>
										{row.name}
									</RowLink>
								),
							},
							{ name: "Price", place: "row-note", cell: ({ price }) => unbroken(price) },
							{ name: "Paid until", place: "row-meta", cell: ({ expires }) => unbroken(expires) },
							{ name: "Status", place: "row-state", cell: (row) => state(row.state) },
						]}
						empty={{ icon: "server", title: "No hosting plans", text: "This customer has no hosting yet." }}
					/>
					{more("plans", plans.next)}
				</Part>
			)}
			{isShown("addons", addons.rows) && (
				<Part title={serviceNames.addons}>
					<DeskList
						label="Add-ons"
						rows={addons.rows}
						next={paged(addons.next)}
						columns={[
							{ name: "Add-on", cell: (row) => name(row.name) },
							{ name: "Price", place: "row-note", cell: ({ price }) => unbroken(price) },
							{ name: "Paid until", place: "row-meta", cell: ({ expires }) => unbroken(expires) },
							{ name: "Status", place: "row-state", cell: (row) => state(row.state) },
						]}
						empty={{ icon: "plus", title: "No add-ons", text: "This customer has no add-ons yet." }}
					/>
					{more("addons", addons.next)}
				</Part>
			)}
		</div>
	);
}

const serviceNames: Readonly<Record<ServiceKind, string>> = {
	domains: "Domains",
	plans: "Hosting plans",
	addons: "Add-ons",
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
	<div className="grid grid-cols-[minmax(0,1fr)] gap-2">
		<Heading level={2} size="sm">
			{title}
		</Heading>
		{children}
	</div>
);

export const CustomerInvoices = ({ rows, next }: Rows<InvoiceRow>) => (
	<DeskList
		label="Invoices"
		rows={rows}
		next={next}
		columns={[
			{
				name: "Invoice",
				cell: ({ id, number }) => <RowLink to={href("/desk/invoices/:invoiceId", { invoiceId: id })}>{number}</RowLink>,
			},
			{ name: "Issued", place: "row-note", cell: ({ issued }) => unbroken(issued) },
			{ name: "Due", cell: ({ due }) => unbroken(due) },
			{ name: "Paid", cell: ({ paid }) => unbroken(paid) },
			{ name: "Credit used", className: "text-end", cell: ({ credit }) => credit },
			{ name: "Total", place: "row-meta", className: "text-end", cell: ({ total }) => unbroken(total) },
			{ name: "Status", place: "row-state", cell: ({ status }) => <InvoiceStatusLabel status={status} /> },
		]}
		empty={{ icon: "receipt", title: "No invoices", text: "This customer has no invoices yet." }}
	/>
);

export function CustomerPayments({
	show,
	payments,
	credit,
}: {
	show: "payments" | "credit";
	payments: Rows<PaymentRow>;
	credit: Rows<CreditRow>;
}) {
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-3">
			<LinkTabs
				label="Money"
				tabs={[
					{ id: "payments", label: "Payments", href: "?" },
					{ id: "credit", label: "Credit", href: "?show=credit" },
				]}
				current={show}
			/>
			{show === "payments" ? (
				<DeskList
					label="Payments"
					rows={payments.rows}
					next={payments.next}
					columns={[
						{
							name: "Receipt",
							cell: ({ receipt, failure, invoiceId }) => (
								<RowLink to={href("/desk/invoices/:invoiceId", { invoiceId })} note={failure}>
									{receipt}
								</RowLink>
							),
						},
						{ name: "From", place: "row-note", cell: ({ from }) => from },
						{ name: "Amount", place: "row-meta", className: "text-end", cell: ({ amount }) => unbroken(amount) },
						{ name: "Time", cell: ({ at }) => unbroken(at) },
						{
							name: "Status",
							place: "row-state",
							cell: ({ state }) => (
								<Status tone={paymentStateLabels[state].tone}>{paymentStateLabels[state].text}</Status>
							),
						},
					]}
					empty={{ icon: "wallet", title: "No payments", text: "This customer has not paid anything yet." }}
				/>
			) : (
				<DeskList
					label="Credit"
					rows={credit.rows}
					next={credit.next}
					columns={[
						{ name: "Entry", cell: ({ what, source }) => name(what, source) },
						{
							name: "Receipt",
							place: "row-note",
							cell: ({ receipt }) => <code className="text-sm break-all">{receipt}</code>,
						},
						{ name: "Amount", className: "text-end", place: "row-state", cell: ({ amount }) => unbroken(amount) },
						{ name: "Time", place: "row-meta", cell: ({ at }) => unbroken(at) },
					]}
					empty={{ icon: "wallet", title: "No credit", text: "This customer never had credit." }}
				/>
			)}
		</div>
	);
}

const emailTones: Readonly<Record<EmailRow["state"], Tone>> = {
	new: "pending",
	sending: "pending",
	sent: "success",
	dead: "danger",
};

export function CustomerEmails({
	rows,
	next,
	mayResend,
	answer,
}: Rows<EmailRow> & { mayResend: boolean; answer: DeskAnswer | undefined }) {
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-3">
			<p className="text-muted">Emails of the last 30 days.</p>
			<FormError failure={answer?.failure} whole />
			<DeskList
				label="Emails"
				rows={rows}
				next={next}
				columns={[
					{
						name: "Email",
						cell: ({ id, name, note }) => (
							<RowLink to={id} note={note}>
								{name}
							</RowLink>
						),
					},
					{ name: "Time", place: "row-note", cell: ({ at }) => unbroken(at) },
					{
						name: "Status",
						place: "row-state",
						cell: ({ state, stateName }) => (
							<Status tone={stateName === "Not sent" ? "neutral" : emailTones[state]}>{stateName}</Status>
						),
					},
				]}
				empty={{ icon: "mail", title: "No emails", text: "We have sent this customer no emails lately." }}
				{...(mayResend && {
					action: {
						name: "Send again",
						cell: ({ id, name, at, canResend }: EmailRow) =>
							canResend && (
								<RowAction change={{ intent: "resend", emailId: id }} subject={`${name}, ${at}`}>
									Send again
								</RowAction>
							),
					},
				})}
			/>
		</div>
	);
}

/** An email as the customer got it. `sent`: null if it has no stored text. */
export function CustomerEmail({
	email,
	sent,
	failure,
	customerId,
}: {
	email: EmailRow;
	sent: SentEmail | null;
	failure: Failure | null;
	customerId: string;
}) {
	const { name, stateName, state, note, at } = email;
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-4">
			<div>
				<RouteButton to={href("/desk/customers/:customerId/emails", { customerId })} variant="secondary" size="sm">
					All emails
				</RouteButton>
			</div>
			<FormError failure={failure ?? undefined} whole />
			<TitledCard
				title={sent?.subject ?? name}
				beside={<Status tone={stateName === "Not sent" ? "neutral" : emailTones[state]}>{stateName}</Status>}
			>
				<DeskFacts
					facts={[
						["Kind", name],
						["Time", at],
						...(sent ? [["To", <EmailAddress key="to" address={sent.to} />] as const] : []),
						...(note ? [["Note", note] as const] : []),
					]}
				/>
				{sent ? (
					<>
						<p className="mt-4 border-t border-line pt-4 whitespace-pre-wrap wrap-anywhere">{sent.text}</p>
						<p className="mt-4 text-sm text-muted">
							The plain text of the email. Links into the account are cut off here, so that only the customer can use
							them.
						</p>
					</>
				) : (
					!failure && (
						<p className="mt-4 text-muted">There is no text: the email was not sent, or its text was not stored.</p>
					)
				)}
			</TitledCard>
		</div>
	);
}

export function CustomerSignIns({
	sessions,
	access,
	events,
	next,
}: {
	sessions: readonly SessionRow[];
	access: readonly AccessRow[];
	events: readonly EventRow[];
	next: string | null;
}) {
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<Part title="Signed in now">
				<DeskList
					label="Devices"
					rows={sessions}
					next={null}
					columns={[
						{ name: "Device", cell: ({ device }) => name(device) },
						{ name: "Place", place: "row-note", cell: ({ place }) => place },
						{ name: "Signed in", cell: ({ started }) => unbroken(started) },
						{ name: "Last used", place: "row-meta", cell: ({ seen }) => unbroken(seen) },
					]}
					empty={{ icon: "smartphone", title: "Not signed in", text: "No device is signed in to this account." }}
				/>
			</Part>
			<Part title="People with access">
				<DeskList
					label="Access"
					rows={access}
					next={null}
					columns={[
						{
							name: "Who",
							cell: ({ who, otherId }) =>
								otherId === null ? (
									name(who)
								) : (
									<RowLink to={href("/desk/customers/:customerId", { customerId: otherId })}>{who}</RowLink>
								),
						},
						{ name: "Role", place: "row-note", cell: ({ role }) => role },
						{ name: "Since", place: "row-meta", cell: ({ since }) => unbroken(since) },
					]}
					empty={{
						icon: "users",
						title: "Only the customer",
						text: "No one else may use this account, and this customer may use no other.",
					}}
				/>
			</Part>
			<Part title="Sign-ins and rejected attempts">
				<DeskList
					label="Sign-ins"
					rows={events}
					next={next}
					columns={[
						{ name: "Event", cell: (row) => name(row.name) },
						{ name: "From", place: "row-note", cell: ({ from }) => from },
						{ name: "Time", place: "row-meta", cell: ({ at }) => unbroken(at) },
						{
							name: "Result",
							place: "row-state",
							cell: ({ refused }) => (
								<Status tone={refused ? "danger" : "success"}>{refused ? "Rejected" : "Accepted"}</Status>
							),
						},
					]}
					empty={{
						icon: "key-round",
						title: "No sign-ins yet",
						text: "Sign-ins and rejected attempts are listed here.",
					}}
				/>
			</Part>
		</div>
	);
}

export const CustomerActivity = ({ rows, next, customerId }: Rows<ActivityRow> & { customerId: string | null }) => (
	<div className="grid grid-cols-[minmax(0,1fr)] gap-3">
		{customerId && (
			<p>
				<Link className="link" to={`${href("/desk/settings/audit-log")}?subject=${customerId}`}>
					What staff did for this customer
				</Link>
			</p>
		)}
		<DeskList
			label="Activity"
			rows={rows}
			next={next}
			columns={[
				{ name: "What happened", cell: ({ text }) => name(text) },
				{ name: "By", place: "row-note", cell: ({ actor }) => actor },
				{ name: "Time", place: "row-meta", cell: ({ at }) => unbroken(at) },
			]}
			empty={{ icon: "activity", title: "No activity yet", text: "Every change in the account is listed here." }}
		/>
	</div>
);
