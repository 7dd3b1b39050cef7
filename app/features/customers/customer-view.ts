import { href } from "react-router";
import { settingName } from "~/features/accounts/profile";
import { listSecurityEvent } from "~/features/accounts/security-event-list";
import { describeDevice } from "~/features/accounts/session";
import { activityText } from "~/features/activity/activity-text";
import type { Actor } from "~/features/activity/actor";
import { domainStatusName } from "~/features/domains/domain-status-name";
import { toUnicode } from "~/features/domains/to-unicode";
import { emailName, isResendable } from "~/features/email/email-names";
import { formatSize } from "~/features/files/file-rules";
import { invoiceStatus } from "~/features/invoices/billing";
import { invitationMs, roles } from "~/features/members/member";
import { payerText } from "~/features/payments/payment-method";
import { formatDay, formatMoment, kenya } from "~/lib/dates";
import { formatCount } from "~/lib/format-count";
import { type Currency, formatMoney, money } from "~/lib/money";
import type { CustomerAccount, Customers, FoundCustomer } from "./customers.server";

type Found = NonNullable<Awaited<ReturnType<Customers["find"]>>>;
type Row<List extends keyof Customers> = Customers[List] extends (...args: never) => Promise<{
	readonly items: readonly (infer R)[];
}>
	? R
	: never;

/** A time as texts of the desk show it, or a dash. */
const day = (ms: number | null): string => (ms === null ? "–" : formatDay(ms, kenya));
const moment = (ms: number | null): string => (ms === null ? "–" : formatMoment(ms, kenya));
const amount = (minor: number, currency: Currency): string => formatMoney(money(minor, currency));

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
	`${firstName} ${lastName}`.trim();

/** A customer for the list. */
export const foundView = ({
	id,
	email,
	company,
	phone,
	status,
	createdAt,
	services,
	found,
	...name
}: FoundCustomer) => ({
	id,
	name: nameOf(name),
	email,
	company,
	phone,
	status,
	services,
	since: day(createdAt),
	found: found && toUnicode(found),
});
export type FoundView = ReturnType<typeof foundView>;

/** What every page of a customer shows. */
export function customerView({ account, open, credit, counts }: Found) {
	const { billingAddress, mailRefusedAt, closesAt } = account;
	const sum = (list: readonly { amount: number; currency: Currency }[]) =>
		list.map((one) => amount(one.amount, one.currency)).join(" + ");
	return {
		id: account.id,
		name: nameOf(account),
		status: account.status,
		email: account.email,
		emailState: mailRefusedAt
			? `Has rejected our emails since ${day(mailRefusedAt)}`
			: account.verifiedAt
				? `Verified ${day(account.verifiedAt)}`
				: "Not verified",
		isEmailDead: mailRefusedAt !== null,
		phone: account.phone,
		company: account.company,
		country: account.country,
		address: billingAddress
			? [billingAddress.name, billingAddress.address, billingAddress.city].filter(Boolean).join(", ")
			: null,
		taxPin: billingAddress?.taxPin ?? null,
		since: day(account.createdAt),
		closes: closesAt === null || account.status !== "closing" ? null : day(closesAt),
		/** The id of the account that has everything of this one. */
		mergedInto: account.mergedInto,
		currency: account.currency,
		open:
			open.length === 0
				? null
				: `${sum(open)} in ${formatCount(
						open.reduce((n, one) => n + one.count, 0),
						"invoice",
					)}`,
		credit: credit.length === 0 ? null : sum(credit),
		twoStep: account.totpSince === null ? null : day(account.totpSince),
		timezone: settingName("timezone", account.timezone),
		language: settingName("language", account.language),
		counts,
		version: account.updatedAt,
	};
}
export type CustomerView = ReturnType<typeof customerView>;

/** The values of the profile form. */
export const profileValues = (account: CustomerAccount) => ({
	firstName: account.firstName,
	lastName: account.lastName,
	phone: account.phone ?? "",
	company: account.company ?? "",
	country: account.country,
	timezone: account.timezone,
	language: account.language,
});
/** The values of the form for the address and the tax number on invoices. */
export const billingValues = ({ billingAddress, company, firstName, lastName }: CustomerAccount) => ({
	name: billingAddress?.name ?? company ?? `${firstName} ${lastName}`,
	address: billingAddress?.address ?? "",
	city: billingAddress?.city ?? "",
	taxPin: billingAddress?.taxPin ?? "",
});
export type BillingValues = ReturnType<typeof billingValues>;

export type ProfileValues = ReturnType<typeof profileValues>;

export const noteView = ({ id, text, writtenBy, editedBy, createdAt, updatedAt }: Row<"notes">) => ({
	id,
	text,
	about: `${writtenBy}, ${moment(createdAt)}${editedBy ? `, edited by ${editedBy}, ${moment(updatedAt)}` : ""}`,
	version: updatedAt,
});
export type NoteView = ReturnType<typeof noteView>;

export const domainRow = (row: Row<"domains">) => ({
	id: row.id,
	name: toUnicode(row.name),
	status: row.status,
	state: domainStatusName[row.status],
	registrar: row.registrar ?? "–",
	renews: row.autoRenew ? "Automatic" : "By hand",
	expires: day(row.expiresAt),
});

const planStates = { pending: "Pending", active: "Active", suspended: "Suspended", terminated: "Ended" } as const;

export const planRow = (row: Row<"plans">) => ({
	id: row.id,
	name: row.name,
	domain: row.domain && toUnicode(row.domain),
	status: row.status,
	state:
		row.endedReason !== null
			? planStates.terminated
			: row.cancelledAt !== null && row.status === "active"
				? "Cancelled"
				: planStates[row.status],
	price: `${amount(row.price, row.currency)} / ${row.termMonths === 12 ? "year" : formatCount(row.termMonths, "month")}`,
	expires: day(row.expiresAt),
});

export const addonRowView = (row: Row<"addons">) => ({
	id: row.id,
	name: row.name,
	state:
		row.endedAt !== null
			? "Ended"
			: row.cancelledAt !== null
				? "Cancelled"
				: row.activatedAt === null
					? "Waits for staff"
					: "Active",
	price: `${amount(row.price, row.currency)} / ${row.termMonths === 12 ? "year" : formatCount(row.termMonths, "month")}`,
	expires: day(row.expiresAt),
});

export const invoiceRow = (row: Row<"invoices">, now: number) => ({
	id: row.id,
	number: row.number,
	status: invoiceStatus(row, now),
	total: amount(row.total, row.currency),
	credit: row.creditUsed > 0 ? amount(row.creditUsed, row.currency) : "–",
	issued: day(row.issuedAt),
	due: day(row.dueAt),
	paid: day(row.paidAt),
});

export const paymentRow = (row: Row<"payments">) => ({
	id: row.id,
	receipt: row.receipt ?? "No receipt",
	invoiceId: row.invoiceId,
	amount: amount(row.amount, row.currency),
	from: payerText(row),
	state: row.state,
	failure: row.failureCode?.replaceAll("_", " ") ?? null,
	at: moment(row.createdAt),
});

export const creditRow = (row: Row<"credit">) => ({
	id: row.id,
	what: row.kind === "credit" ? "Added" : row.kind === "refund" ? "Paid back" : "Used",
	amount: amount(row.kind === "credit" ? row.amount : -row.amount, row.currency),
	source: row.provider.replaceAll("_", " "),
	// What staff gave has a key instead.
	receipt: row.provider === "staff" ? "" : row.receipt,
	at: moment(row.createdAt),
});

const emailStates = { new: "Waiting", sending: "Being sent", sent: "Sent", dead: "Failed" } as const;

export const emailRow = (row: Row<"emails">) => ({
	id: row.id,
	name: emailName(row.kind),
	state: row.state,
	stateName: row.lastError?.startsWith("Not sent") ? "Not sent" : emailStates[row.state],
	note: row.lastError,
	at: moment(row.sentAt ?? row.createdAt),
	canResend: isResendable(row.kind),
});

function placeOfUse({ waits, membershipId }: Row<"sessions">): string {
	if (waits) return ", in another account";
	return membershipId === null ? "" : ", someone with access";
}

export const sessionRow = (row: Row<"sessions">) => ({
	id: row.id,
	device: row.staffId ? "Our staff" : `${describeDevice(row.userAgent)}${placeOfUse(row)}`,
	place: row.place,
	started: moment(row.createdAt),
	seen: moment(row.seenAt),
});

/** An access between two accounts. `customerId`: whose page shows it. */
export const accessRow = (row: Row<"access">, customerId: string, now: number) => ({
	id: row.id,
	...(row.userId === customerId
		? { who: row.member ?? row.invitedEmail, role: `${roles[row.role].name} in this account`, otherId: row.memberId }
		: { who: row.account, role: `This customer's role there: ${roles[row.role].name}`, otherId: row.userId }),
	since:
		row.acceptedAt !== null
			? `Since ${moment(row.acceptedAt)}`
			: row.invitedAt + invitationMs > now
				? `Invited ${moment(row.invitedAt)}`
				: "The invitation has ended",
});

export const eventRow = (row: Row<"securityEvents">) => listSecurityEvent(row, kenya);

const actors: Readonly<Record<Actor, string>> = {
	customer: "Customer",
	member: "Person with access",
	system: "Automatic",
	staff: "Staff",
};

export const activityRow = (row: Row<"activity">) => ({
	id: row.id,
	text: toUnicode(activityText(row, kenya)),
	actor: row.actorName ?? actors[row.actor],
	at: moment(row.createdAt),
});

export type AccessRow = ReturnType<typeof accessRow>;
export type DomainRow = ReturnType<typeof domainRow>;
export type PlanRow = ReturnType<typeof planRow>;
export type AddonRowView = ReturnType<typeof addonRowView>;
export type InvoiceRow = ReturnType<typeof invoiceRow>;
export type PaymentRow = ReturnType<typeof paymentRow>;
export type CreditRow = ReturnType<typeof creditRow>;
export type EmailRow = ReturnType<typeof emailRow>;
export type SessionRow = ReturnType<typeof sessionRow>;
export type EventRow = ReturnType<typeof eventRow>;
export type ActivityRow = ReturnType<typeof activityRow>;

/** A file, with where it can be downloaded and what it belongs to. */
export const fileRow = ({ id, name, size, createdAt, of, subjectId, orderId }: Row<"files">) => {
	const params = { fileId: id };
	const places = {
		ticket: {
			label: "Ticket",
			page: href("/desk/tickets/:ticketId", { ticketId: subjectId }),
			file: href("/desk/tickets/:ticketId/files/:fileId", { ticketId: subjectId, ...params }),
		},
		project: {
			label: "Project",
			page: href("/desk/projects/:projectId", { projectId: subjectId }),
			file: href("/desk/projects/:projectId/files/:fileId", { projectId: subjectId, ...params }),
		},
		job: {
			label: "Order",
			page: href("/desk/orders/:orderId", { orderId: orderId ?? "-" }),
			file: href("/desk/jobs/:jobId/files/:fileId", { jobId: subjectId, ...params }),
		},
	};
	return { id, name, size: formatSize(size), at: moment(createdAt), ...places[of] };
};
export type FileRow = ReturnType<typeof fileRow>;
