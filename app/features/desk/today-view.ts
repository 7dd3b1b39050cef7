import { href } from "react-router";
import { type Asked, whatOf } from "~/features/billing-desk/asked";
import { findProduct } from "~/features/catalog/catalog";
import { byHandReason } from "~/features/domains/by-hand";
import { type Difference, differenceOf } from "~/features/domains/reconcile";
import { toUnicode } from "~/features/domains/to-unicode";
import { isRunByStaff } from "~/features/hosting/hosting-facts";
import type { JobKind } from "~/features/orders/job";
import { jobTask } from "~/features/orders/job-progress";
import { methodNames } from "~/features/payments/payment-method";
import { candidatesOf, factsOf, receivedOf } from "~/features/payments/review-money";
import { type ReviewReason, reviewReasonText } from "~/features/payments/review-reason";
import { firstStepOf, handledByHand, isMissingHold, problemTitle, type QueueKind } from "~/features/problems/problem";
import type { QueueRow } from "~/features/problems/problems.server";
import type { Permission } from "~/features/staff/permissions";
import { firstNameOf } from "~/features/staff/staff";
import { departments } from "~/features/tickets/ticket";
import { formatDay, formatMoment, kenya } from "~/lib/dates";
import { DAY, HOUR, MINUTE } from "~/lib/durations";
import { asSentence } from "~/lib/error-message";
import { formatCount } from "~/lib/format-count";
import { type Currency, formatMoney, money } from "~/lib/money";
import { type TodayIntent, todayActions } from "./today-actions";

interface Reader {
	readonly id: string;
	readonly now: number;
	readonly may: (permission: Permission) => boolean;
}

const ticketPage = (ticketId: string, mayReply: boolean) => ({
	href: href("/desk/tickets/:ticketId", { ticketId }),
	label: mayReply ? "Answer" : "Open",
});

const stockPage = (productId: string) => ({
	href: href("/desk/catalogue/prices/:key", { key: `hardware:${productId}` }),
	label: "Open",
});

const domainPage = (domainId: string) => ({
	href: href("/desk/domains/:domainId", { domainId }),
	label: "Open the domain",
});

/** A change of a domain that staff have to make at its registrar. */
const isByHand = ({ kind, eventKind, eventError }: QueueRow): boolean =>
	kind === "event" && eventKind === "domain.sync" && eventError?.replace(/^Discarded: /, "") === byHandReason;

/** A job that only a person can do. */
const isForStaff = ({ jobKind, lineProductId }: QueueRow): boolean =>
	jobKind === "activate_addon" ||
	jobKind === "ship_hardware" ||
	(jobKind?.endsWith("_hosting") === true && lineProductId !== null && isRunByStaff(lineProductId));

/** A zone on its way to another DNS service. */
const isZoneMove = ({ kind, eventKind }: QueueRow): boolean => kind === "event" && eventKind === "dns.move";

function pageOf(row: QueueRow, may: Reader["may"]) {
	if (row.kind === "ticket") return ticketPage(row.subject, may("tickets.reply"));
	if (row.kind === "approval") return { href: href("/desk/approvals"), label: "Decide" };
	if (isByHand(row) || isZoneMove(row)) return row.domainId === null ? null : domainPage(row.domainId);
	return row.kind === "stock" ? stockPage(productIdOf(row)) : null;
}

/** A row of the queue. */
export type TodayView = ReturnType<typeof todayView>;

/** What the person can do about a problem. `main`: the one that the row offers. */
export interface TodayAction {
	readonly intent: TodayIntent;
	readonly label: string;
	/** Whether it needs fields or a reason, so that it opens a form. */
	readonly asks: boolean;
	/** What happens, if it is not what the intent usually does. */
	readonly effect?: string;
}

export function todayView(row: QueueRow, { id, now, may }: Reader) {
	const actions = actionsOf(row).filter(({ intent }) => may(todayActions[intent]));
	const sum = amountOf(row);
	return {
		// The id of an element.
		id: row.key,
		version: row.version,
		title: titleOf(row),
		consequence: consequenceOf(row),
		customer: customerOf(row),
		amount: sum && formatMoney(sum),
		age: ageOf(row.since, now),
		/** Waits for longer than its kind may. */
		isLate: row.dueAt < now,
		since: formatMoment(row.since, kenya),
		// Of a ticket, how often its sender wrote.
		count: row.kind === "ticket" ? 1 : row.count,
		/** The page that deals with it, if no form here does. */
		page: pageOf(row, may),
		taken:
			row.takenBy === null || row.takenAt === null
				? null
				: {
						mine: row.takenBy === id,
						name: row.takenByName ?? "",
						firstName: firstNameOf(row.takenByName ?? ""),
						at: formatMoment(row.takenAt, kenya),
					},
		snoozedUntil: row.snoozedUntil !== null && row.snoozedUntil > now ? formatMoment(row.snoozedUntil, kenya) : null,
		done:
			row.resolvedAt === null
				? null
				: { by: row.resolvedByName ?? "", at: formatMoment(row.resolvedAt, kenya), undo: undoOf(row) },
		facts: factsFor(row),
		/** Of the fact about its invoice. */
		invoicePage:
			row.invoiceId !== null && may("billing.view")
				? href("/desk/invoices/:invoiceId", { invoiceId: row.invoiceId })
				: null,
		firstStep: firstStepFor(row),
		actions: row.resolvedAt === null ? actions : [],
		/** Earlier transfers that the transfer may be. */
		candidates: candidatesOf(row.reviewBody ?? ""),
		invoice: factsOf(row.reviewBody ?? "").reference ?? row.invoiceNumber ?? "",
		email: row.customerEmail ?? "",
		needsExpiry: row.jobKind?.endsWith("_domain") ?? false,
		hasAddress: row.jobKind === "create_hosting",
		mayWork: may("today.work") && (row.kind !== "ticket" || may("tickets.reply")),
	};
}

/** "4 min", "3 h", "12 d". */
function ageOf(since: number, now: number): string {
	const age = Math.max(0, now - since);
	if (age < HOUR) return `${Math.floor(age / MINUTE)} min`;
	return age < 2 * DAY ? `${Math.floor(age / HOUR)} h` : `${Math.floor(age / DAY)} d`;
}

export function titleOf(row: QueueRow): string {
	switch (row.kind) {
		case "job":
			return row.jobKind === null ? problemTitle(row) : jobTask(row.jobKind, itemOf(row));
		case "review":
			return reviewReasonText(row.reviewReason ?? "");
		case "event":
			if (isByHand(row))
				return `${row.domainStatus === "released" ? "Delete" : "Change"} ${domainOf(row)} at its registrar`;
			if (isZoneMove(row)) return `The DNS zone of ${domainOf(row)} does not move on`;
			return row.eventKind?.startsWith("mail.")
				? `Email not sent: ${wordsOf(row.eventKind.slice(5))}`
				: `Work failed: ${wordsOf(row.eventKind ?? row.subject)}`;
		case "events":
			return `Scheduled work failed: ${wordsOf(row.eventKind ?? row.subject)}`;
		case "difference":
			return `${toUnicode(row.domainName ?? row.subject)}: ${differenceTitles[differenceOf(row.eventError) ?? "other"]}`;
		case "registrant":
			return `${toUnicode(row.domainName ?? row.subject)} is suspended`;
		case "hold":
			return `${toUnicode(row.domainName ?? row.causeId)} is ${isMissingHold(row) ? "not" : "still"} suspended at its registry`;
		case "tax-invoice":
			return `KRA does not sign ${row.creditNoteNumber ?? row.invoiceNumber ?? row.subject}`;
		case "ticket":
			return row.ticketNumber === null ? problemTitle(row) : `${row.ticketNumber}: ${row.ticketSubject}`;
		case "cancellation":
			return `${row.planName ?? "A plan"} was cancelled`;
		case "stock":
			return stockTitle(row);
		case "approval": {
			const asked = askedOf(row);
			return asked ? `Approve or refuse ${whatOf(asked)}` : problemTitle(row);
		}
		case "renewal":
			return `Not renewed: ${toUnicode(row.invoiceItems ?? row.invoiceNumber ?? row.subject)}`;
		default:
			return problemTitle(row);
	}
}

/** What a second person has to decide about. */
const askedOf = ({ approvalInput }: QueueRow): Asked | null =>
	approvalInput === null ? null : (JSON.parse(approvalInput) as Asked);

const domainOf = ({ domainName, subject }: QueueRow): string => toUnicode(domainName ?? subject);

/** The id of a problem's product. Its subject ends with the number of the change. */
const productIdOf = ({ subject }: QueueRow): string => subject.slice(0, subject.lastIndexOf(":"));

function stockTitle(row: QueueRow): string {
	const productId = productIdOf(row);
	const name = findProduct(productId)?.name ?? productId;
	if (row.stockFree === null) return `${name}: few left`;
	return row.stockFree > 0 ? `${name}: ${row.stockFree} left` : `${name}: sold out`;
}

const differenceTitles: Readonly<Record<Difference | "other", string>> = {
	ended: "no longer at its registrar",
	settings: "other settings at its registrar",
	earlier: "an earlier expiry date at its registrar",
	other: "not compared with its registrar",
};

const differenceConsequences: Readonly<Record<Difference | "other", string>> = {
	ended: "The customer has lost the domain here. If the registrar is wrong, it has to come back.",
	settings: "The customer does not have the nameservers, lock or privacy that they chose.",
	earlier: "The customer may have paid for a renewal that is missing. The domain can expire.",
	other: "A difference from the registrar is not corrected.",
};

const differenceSteps: Readonly<Record<Difference | "other", string>> = {
	ended:
		"Look for the domain in the registrar's control panel. If it is there, ask the registrar why it said otherwise.",
	settings: "Find out who changes the settings at the registrar, or why it does not keep ours. Then close this.",
	earlier:
		"Look in the registrar's control panel whether a renewal is missing, and renew the domain there. Then choose Compare again: this ends once both dates are the same.",
	other: "Compare the domain with the registrar's control panel.",
};

const wordsOf = (kind: string): string => kind.replaceAll(/[._-]/g, " ");

/** The domain with its years, or the product with its quantity. */
function itemOf({ jobKind, lineDomain, lineName, lineDetails, lineQuantity }: QueueRow): string {
	if (lineDomain !== null && jobKind?.endsWith("_hosting")) return `${lineName} for ${toUnicode(lineDomain)}`;
	if (lineDomain === null) return lineQuantity && lineQuantity > 1 ? `${lineQuantity} × ${lineName}` : (lineName ?? "");
	const years = lineDetails?.years;
	return `${toUnicode(lineDomain)}${years ? ` for ${formatCount(years, "year")}` : ""}`;
}

const jobConsequences: Readonly<Record<JobKind, string>> = {
	register_domain: "Paid, but not registered. Someone else can take the name.",
	transfer_domain: "Paid, but the transfer does not go on.",
	renew_domain: "Paid, but not renewed. The domain can expire.",
	restore_domain: "Paid, but not restored. The domain will be deleted.",
	create_hosting: "Paid, but the customer has no hosting yet.",
	renew_hosting: "Paid, but the plan can be suspended.",
	change_hosting: "Paid, but the customer still has the old plan.",
	activate_addon: "Paid, but not active yet.",
	renew_addon: "Paid, but not renewed.",
	ship_hardware: "Paid, but not shipped yet.",
};

const reviewConsequences: { readonly [K in ReviewReason]?: string } = {
	unknown_account: "A customer paid, and their invoice is still open.",
	maybe_imported: "Nothing is posted. If it is another transfer, its customer has paid without effect.",
	amount_mismatch: "A customer paid, and their invoice is still open.",
	currency_mismatch: "A customer paid, and their invoice is still open.",
	receipt_reused: "Nothing was posted the second time.",
	credit_limit: "A customer paid, and nothing is posted until someone may give the credit.",
	invoice_open: "The money is the customer's credit. They may want it back.",
	invoice_paid: "The money is the customer's credit. They may want it back.",
	invoice_void: "The money is the customer's credit. They may want it back.",
	invoice_refunded: "The money is the customer's credit. They may want it back.",
	refund_failed: "The customer waits for their money.",
	refund_by_hand: "The customer waits for their money.",
	refund_unconfirmed: "The customer may wait for their money.",
	refund_paid_twice: "The customer has the money twice.",
	refund_elsewhere: "The invoice no longer shows what was paid.",
	transfer_reversed: "The invoice is still paid, or the credit is still there, but the bank has taken the money back.",
	dispute: "Without an answer in time, we lose the money.",
};

function consequenceOf(row: QueueRow): string {
	switch (row.kind) {
		case "job":
			return row.jobKind === null ? "" : jobConsequences[row.jobKind];
		case "review":
			return reviewConsequences[row.reviewReason as ReviewReason] ?? "Nothing was posted.";
		case "event":
			if (isByHand(row))
				return row.domainStatus === "released"
					? "Its customer deleted it, and it is still registered."
					: "What the customer changed is not in use yet.";
			if (isZoneMove(row))
				return "The zone stays between two DNS services until someone decides. The domain still works.";
			return row.eventKind?.startsWith("mail.")
				? "The customer did not get it."
				: "It was not done, and will not be tried again.";
		case "events":
			return `${row.count === 1 ? "One item was" : `${row.count} items were`} not done, and will not be tried again.`;
		case "registrar":
			return "No registrations, transfers or renewals there until it takes orders again.";
		case "balance":
			return "Without money there, registrations and renewals wait.";
		case "approval":
			return row.approvalUntil === null
				? ""
				: `Nothing is paid or posted until someone decides. It expires on ${formatDay(row.approvalUntil, kenya)}.`;
		case "initiator":
			return "Refunds to M-Pesa fail, and payments to the paybill are confirmed only once an hour.";
		case "unread-payments":
			return "A payment to the paybill is missed if its notice is lost.";
		case "missed-payments":
			return "A payment whose notice was lost is missing, and its invoice is open.";
		case "stock":
			return "Customers can't order what has sold out.";
		case "figures":
			return "Sums in the reports are too low.";
		case "costs":
			return "We lose money with every sale and renewal.";
		case "difference":
			return differenceConsequences[differenceOf(row.eventError) ?? "other"];
		case "comparison":
			return "The next nightly comparison changes them to our data, even where our data is wrong.";
		case "late-comparison":
			return "Differences are found later.";
		case "registrant":
			return "Its website and email do not work.";
		case "hold":
			return isMissingHold(row)
				? "ICANN asks us to suspend it, because its registrant did not confirm their email address."
				: "Its registrant confirmed their email address, but its website and email do not work.";
		case "tax-invoice":
			return "The customer has no tax invoice.";
		case "signer":
			return "Customers get receipts without a tax invoice.";
		case "ticket":
			return "They wait for an answer.";
		case "cancellation":
			return row.planEndsAt === null ? "It ends." : `It ends on ${formatDay(row.planEndsAt, kenya)}, with its content.`;
		case "renewal":
			return row.invoiceDueAt === null ? "It expires." : `It expires on ${formatDay(row.invoiceDueAt, kenya)}.`;
	}
}

const bankStep = "Look the transfer up at the bank. Money that is not in the account does not exist.";

const reviewSteps: { readonly [K in ReviewReason]?: string } = {
	maybe_imported:
		"Compare both transfers with the account at the bank. If it has one of them only, this is the same transfer. If it has both, match this one.",
	refund_elsewhere:
		"Find the refund at the payment provider by its receipt, and the invoice of its payment. Refund that invoice by hand, with this receipt as the reference, so that it gets a credit note.",
	transfer_reversed:
		"Look the transfer up at the bank. Refund its invoice by hand, with the bank's reference of the reversal, so that it gets a credit note.",
	refund_failed: "The reason below says why. Remove the cause and send it again, or give the money as credit.",
	refund_by_hand: "Pay the money back, then mark it as paid with the reference of your payment.",
	refund_unconfirmed: "Look the refund up in the payment provider's portal, then mark it as paid or as failed.",
};

function firstStepFor(row: QueueRow): string {
	const reviewStep = reviewSteps[row.reviewReason as ReviewReason];
	if (reviewStep) return reviewStep;
	if (row.reviewProvider === "bank") return bankStep;
	if (row.kind === "job")
		return isForStaff(row)
			? "Do it, then complete it here."
			: "Remove the cause and try again, or do it at the registrar or panel and complete it here.";
	if (row.kind === "difference") return differenceSteps[differenceOf(row.eventError) ?? "other"];
	if (isByHand(row))
		return row.domainStatus === "released"
			? "Delete it in the registrar's control panel. Then choose Done by hand."
			: "Set the nameservers, lock and privacy below in the registrar's control panel, and the contacts and DS records if those changed. Then choose Done by hand.";
	if (isZoneMove(row))
		return "Remove the cause that the reason names, then deliver it again. Or stop the move: the old zone then has to be deleted by hand.";
	return firstStepOf(row);
}

function customerOf({ customerId, firstName, lastName, customerEmail, customerPhone, ...row }: QueueRow) {
	if (customerEmail !== null)
		return {
			id: customerId,
			name: `${firstName ?? ""} ${lastName ?? ""}`.trim(),
			email: customerEmail,
			phone: customerPhone,
		};
	if (row.ticketEmail !== null)
		return { id: null, name: row.ticketName ?? row.ticketEmail, email: row.ticketEmail, phone: row.ticketPhone };
	return null;
}

function amountOf(row: QueueRow) {
	const sum = (amount: number | null, currency: Currency | null) =>
		amount === null || currency === null ? null : money(amount, currency);
	switch (row.kind) {
		case "job":
			return sum(row.lineAmount, row.lineCurrency);
		case "review": {
			const received = receivedOf(row.reviewBody ?? "");
			return received ? money(received.amount, received.currency) : null;
		}
		case "approval":
			return askedOf(row)?.money ?? null;
		case "tax-invoice":
			return sum(row.creditNoteTotal ?? row.invoiceTotal, row.invoiceCurrency);
		case "renewal":
			return sum(row.invoiceTotal, row.invoiceCurrency);
		case "cancellation":
			return sum(row.planPrice, row.planCurrency);
		default:
			return null;
	}
}

/** The id of a provider, or the name of the payment method with the same id. */
const providerName = (provider: string): string =>
	Object.entries(methodNames).find(([method]) => method === provider)?.[1] ?? provider;

const answerTerms: { readonly [K in QueueKind]?: string } = { figures: "Left out", initiator: "Safaricom answered" };

/** Whether a review is about money that went back. Its reference is the provider's or the bank's. */
const isPaidBack = ({ reviewReason, reviewBody }: QueueRow): boolean =>
	reviewReason === "refund_elsewhere" ||
	reviewReason === "transfer_reversed" ||
	factsOf(reviewBody ?? "").refund !== undefined;

/** What a review's reference is: customers type an account number at the paybill, and a bank's statement has a text. */
function referenceName(row: QueueRow): string {
	if (isPaidBack(row)) return "Provider's reference";
	return row.reviewProvider === "bank" ? "Text of the transfer" : "Account number";
}

/** Terms and values of the open row. Leaves out what is empty. */
function factsFor(row: QueueRow): (readonly [term: string, value: string])[] {
	const received = receivedOf(row.reviewBody ?? "");
	const said = factsOf(row.reviewBody ?? "");
	const problem = row.jobError ?? row.eventError ?? row.documentFailure ?? row.deviceProblem;
	const all: readonly (readonly [string, string | null | undefined])[] = [
		["Why it stopped", problem && asSentence(problem)],
		[answerTerms[row.kind] ?? "The registry answered", row.answer],
		["Invoice", row.jobInvoiceNumber ?? row.invoiceNumber],
		["Receipt", received?.receipt],
		["Paid with", row.reviewProvider && providerName(row.reviewProvider)],
		[referenceName(row), said.reference],
		["Account number", said.account],
		["Date", said.day],
		["The bank's text", said.text],
		["It took back", said.takenBack],
		["Maybe the same as", said.like],
		[row.reviewReason === "transfer_reversed" ? "Amount" : "Refund", said.amount],
		["Credit note", said.creditNote ?? row.creditNoteNumber],
		["Reason", said.failure ?? said.reason ?? row.approvalReason],
		["Asked by", row.askedByName],
		["Answer by", said.respondBy],
		["Attempts", row.eventAttempts === null ? null : String(row.eventAttempts)],
		["Ticket", row.ticketNumber],
		["Department", row.ticketDepartment && departments[row.ticketDepartment].label],
		["Answer by", row.kind === "ticket" ? formatMoment(row.dueAt, kenya) : null],
		["Domain", row.planDomain === null ? null : toUnicode(row.planDomain)],
		...(isByHand(row)
			? ([
					["Registrar", row.domainRegistrar],
					["Nameservers", row.nameservers?.join(", ")],
					["Transfer lock", row.isLocked ? "On" : "Off"],
					["WHOIS privacy", row.hasPrivacy ? "On" : "Off"],
				] as const)
			: []),
		...(row.kind === "difference"
			? ([
					["Registrar", row.domainRegistrar],
					["Our expiry date", row.domainExpiresAt === null ? null : formatDay(row.domainExpiresAt, kenya)],
				] as const)
			: []),
		["Id", row.subject === row.causeId && /^[a-z]{3}_/.test(row.subject) ? row.subject : null],
	];
	return all.flatMap(([term, value]) => (value ? [[term, value] as const] : []));
}

const handled: TodayAction = { intent: "handled", label: "Handled", asks: false };

const matching: readonly TodayAction[] = [
	{ intent: "match", label: "Match", asks: true },
	{ intent: "credit", label: "Give as credit", asks: true },
];
const retryRefund: TodayAction = { intent: "refund-retry", label: "Send again", asks: false };
const refundPaid: TodayAction = { intent: "refund-paid", label: "Mark as paid", asks: true };
const refundFailed: TodayAction = { intent: "refund-failed", label: "Mark as failed", asks: true };
const refundCredit: TodayAction = { intent: "refund-credit", label: "Give as credit", asks: true };
const sameTransfer = "It was imported before, so nothing is posted. You can open it again today.";
const corrected = "Close it once the invoice or the credit is corrected. Nothing is posted.";
const closing = (label: string): TodayAction => ({ intent: "close-review", label, asks: true });

const reviewActions: Readonly<Record<string, readonly TodayAction[]>> = {
	unknown_account: [...matching, closing("Refuse")],
	credit_limit: [...matching, closing("Refuse")],
	maybe_imported: [...matching, { ...closing("Same transfer"), effect: sameTransfer }],
	transfer_reversed: [{ ...closing("Close"), effect: corrected }],
	refund_elsewhere: [{ ...closing("Close"), effect: corrected }],
	amount_mismatch: [...matching, closing("Refuse")],
	currency_mismatch: [...matching, closing("Refuse")],
	refund_failed: [retryRefund, refundCredit, refundPaid],
	refund_by_hand: [refundPaid],
	refund_unconfirmed: [refundPaid, refundFailed],
};

const deliverAgain: TodayAction = { intent: "deliver-again", label: "Deliver again", asks: false };

const kindActions: { readonly [K in QueueKind]?: readonly TodayAction[] } = {
	hold: [{ intent: "hold-again", label: "Try again", asks: false }],
	"tax-invoice": [{ intent: "sign-again", label: "Try again", asks: false }],
	event: [deliverAgain, { intent: "discard", label: "Discard", asks: true }],
	difference: [
		{ intent: "deliver-again", label: "Compare again", asks: false },
		{
			...{ intent: "discard", label: "Close", asks: true },
			effect: "Nothing is changed here or at the registrar.",
		},
	],
	events: [deliverAgain, { intent: "discard", label: "Discard", asks: true }],
};

const byHandActions: readonly TodayAction[] = [
	{ intent: "changed-by-hand", label: "Done by hand", asks: false },
	deliverAgain,
	{
		...{ intent: "discard", label: "Discard", asks: true },
		effect: "The customer does not get what they chose. You can open it again today.",
	},
];

const zoneMoveActions: readonly TodayAction[] = [
	deliverAgain,
	{ intent: "stop-zone-move", label: "Stop moving the zone", asks: true },
];

/** What can be done about it, the main action first. */
function actionsOf(row: QueueRow): readonly TodayAction[] {
	if (handledByHand.includes(row.kind)) return [handled];
	if (row.kind === "review") return reviewActions[row.reviewReason ?? ""] ?? [closing("Close")];
	if (isByHand(row)) return byHandActions;
	if (isZoneMove(row)) return zoneMoveActions;
	if (row.kind !== "job") return kindActions[row.kind] ?? [];
	const complete: TodayAction = { intent: "complete-job", label: "Complete", asks: true };
	if (isForStaff(row)) return [complete];
	return [{ intent: "retry-job", label: "Try again", asks: false }, complete];
}

/** What opens it again, if nothing outside has happened. */
function undoOf(row: QueueRow): TodayIntent | null {
	if (handledByHand.includes(row.kind)) return "reopen";
	if ((row.kind === "event" || row.kind === "difference") && row.eventError?.startsWith("Discarded: "))
		return "undiscard";
	return null;
}
