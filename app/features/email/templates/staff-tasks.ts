import { href } from "react-router";
import type { ContactDetails } from "~/features/orders/contact-details";
import type { JobKind } from "~/features/orders/job";
import { creditReasons } from "~/features/payments/review-reason";
import { formatMoment, kenya } from "~/lib/dates";
import { headerText } from "~/lib/email-message";
import { formatCount } from "~/lib/format-count";
import { formatMoney, type Money } from "~/lib/money";
import { type EmailContent, note, text } from "../content";

type Facts = readonly (readonly [label: string, value: string])[];

/** A paid order line that a person has to finish. */
export interface StaffJob {
	readonly id: string;
	readonly kind: JobKind;
	/** The domain or product. */
	readonly item: string;
	/** Whether it is a plan that no control panel has. */
	readonly runByStaff: boolean;
	readonly years: number | null;
	readonly quantity: number;
	readonly paid: Money;
	/** Error from the registrar, the panel or one of our own rules. */
	readonly reason: string;
	readonly orderId: string;
	readonly invoiceNumber: string;
	readonly contact: ContactDetails;
	/** When it stopped (ms, UTC). */
	readonly since: number;
	/** The address of the desk where staff complete it. */
	readonly desk: string;
}

/** A payment or a provider's message that matches no invoice. */
export interface StaffReview {
	readonly id: string;
	readonly reason: string;
	readonly provider: string;
	readonly paymentId: string | null;
	/** As the provider reported it. */
	readonly body: string;
	readonly customer: string | null;
	readonly invoiceNumber: string | null;
	readonly since: number;
	/** The address of the desk where staff resolve it. */
	readonly desk: string;
}

/** An outbox event that failed too often. */
export interface StaffDeadLetter {
	readonly id: string;
	readonly kind: string;
	readonly payload: string;
	readonly attempts: number;
	readonly error: string;
	/** Whether other events with the same error get no email on the same day. */
	readonly isGrouped: boolean;
	readonly since: number;
}

export function staffJob(job: StaffJob): EmailContent {
	const { contact } = job;
	const facts: Facts = [
		["Job", job.id],
		["Order", `${job.orderId}, invoice ${job.invoiceNumber}`],
		["Paid for it", formatMoney(job.paid)],
		["Customer", `${contact.firstName} ${contact.lastName}, ${contact.email}, ${contact.phone}`],
		[
			"Address",
			[contact.company, contact.address, contact.postalCode, contact.city, contact.country].filter(Boolean).join(", "),
		],
		...(job.kind === "ship_hardware" ? [["Deliver to", deliveryOf(contact)] as const] : []),
		["Why it stopped", job.reason],
		["Since", formatMoment(job.since, kenya)],
	];
	return staffTask(headerText(`${verbs[job.kind]} ${job.item}`, 120), facts, stepsOf(job));
}

const deliveryOf = ({ delivery, address, city, phone }: StaffJob["contact"]): string => {
	const to = delivery ?? { address, city, phone };
	return `${to.address}, ${to.city}, ${to.phone}`;
};

const verbs: Readonly<Record<JobKind, string>> = {
	register_domain: "Register",
	transfer_domain: "Transfer",
	renew_domain: "Renew",
	restore_domain: "Restore",
	create_hosting: "Set up",
	renew_hosting: "Renew",
	change_hosting: "Change the plan to",
	activate_addon: "Activate",
	renew_addon: "Renew",
	ship_hardware: "Ship",
};

function stepsOf({ id, kind, item, runByStaff, years, quantity, desk }: StaffJob): string[] {
	const term = years === null ? "" : ` for ${formatCount(years, "year")}`;
	const first: Readonly<Record<JobKind, string>> = {
		register_domain: `Register ${item}${term} at the registrar, with the customer above as registrant.`,
		transfer_domain: `Ask the registrar for the status of the transfer of ${item}, and the customer for what is missing.`,
		renew_domain: `Renew ${item}${term} at the registrar, unless its expiry date has already changed.`,
		restore_domain: `Restore ${item} from redemption at the registrar, with a renewal of one year, unless its expiry date has already changed.`,
		create_hosting: runByStaff
			? `Set up ${item} as our price list describes it, and write to the customer how to sign in.`
			: `Set up ${item} at the hosting panel, with ${id} as its reference.`,
		renew_hosting: runByStaff
			? `Resume ${item}, which was suspended and is paid now.`
			: `Check that ${item} is still running, and extend it.`,
		change_hosting: runByStaff
			? `Change the customer's server or account to ${item}.`
			: `Change the account at the hosting panel to ${item}.`,
		activate_addon: `Activate ${item}, and write to the customer how to use it.`,
		renew_addon: `Check that ${item} is still running, and extend it.`,
		ship_hardware: `Pack ${quantity} × ${item}, call the number above to agree on a time, and deliver it.`,
	};
	return [
		first[kind],
		`When it is done, complete it at the desk, for a domain with the date until which it is paid: ${desk}`,
		"If it cannot be done, write to the customer and offer the money back.",
	];
}

export const staffReview = (review: StaffReview): EmailContent =>
	staffTask(
		headerText(`Check a payment: ${review.reason}`, 120),
		[
			["Review", review.id],
			["Provider", review.provider],
			["Payment", review.paymentId ?? "Unknown"],
			["Invoice", review.invoiceNumber ?? "Unknown"],
			["Customer", review.customer ?? "Unknown"],
			["Reported", review.body],
			["Since", formatMoment(review.since, kenya)],
		],
		(isCredited(review.reason) ? creditedSteps : reviewSteps[review.reason])?.(review.desk) ?? [
			review.provider === "bank"
				? "Look the transfer up at the bank."
				: `Look the payment up in ${review.provider}'s own portal.`,
			"Compare amount, currency and account reference with the invoice.",
			`Match the money to an invoice or give it to a customer as credit at the desk: ${review.desk}. Or send the money back.`,
			"Write to the customer.",
		],
	);

const isCredited = (reason: string): boolean => (creditReasons as readonly string[]).includes(reason);

/** What to do with money that is the customer's credit already. */
const creditedSteps = (desk: string): readonly string[] => [
	"The money is the customer's credit already, and an email told them so. Do not give it again.",
	"Look the payment up in the provider's own portal, and compare the amount and the receipt.",
	"If the customer wants it back, send it, then record that at the desk, on the customer's page under Payments.",
	`Then close the review at the desk: ${desk}`,
];

/** What to do, by the reason of the review. `desk`: the address where staff resolve it. */
const reviewSteps: Readonly<Record<string, (desk: string) => readonly string[]>> = {
	refund_failed: (desk) => [
		"Find out why the provider refused it, in its own portal.",
		`At the desk, try again or add the money to the customer's credit: ${desk}`,
		"If you pay it back in another way, enter the reference of your payment there.",
	],
	refund_by_hand: (desk) => [
		"Ask the customer where to send the money, and send it.",
		`Then enter the reference of your payment at the desk: ${desk}`,
	],
	refund_unconfirmed: (desk) => [
		"Open the refund in the provider's own portal, and approve it if the provider asks for that.",
		`When the customer has the money, mark it as paid at the desk. If the provider refused it, mark it as failed: ${desk}`,
	],
	refund_elsewhere: (desk) => [
		"The provider paid money back that belongs to none of our refunds. Find it in the provider's own portal, by the reference under Reported.",
		"Refund the invoice of its payment by hand, with the same reference. If the customer has credit for the money already, agree with them how to correct it.",
		`Then close the review at the desk: ${desk}`,
	],
	transfer_reversed: (desk) => [
		"Look the transfer up at the bank. The bank has taken it back, so its money is gone.",
		"Refund its invoice by hand, with the bank's reference of the reversal. If it became credit, agree with the customer how to correct it.",
		`Then close the review at the desk: ${desk}`,
	],
	maybe_imported: (desk) => [
		"Compare both transfers under Reported with the account at the bank.",
		`If the account has one of them only, close the review as the same transfer at the desk: ${desk}`,
		"If it has both, match the money to its invoice there, or give it to the customer as credit.",
	],
	dispute: () => [
		"Answer in the provider's own portal before the time under Reported. Without an answer the money is taken back.",
		"Send what shows that the service was delivered: the order, the activity of the account and the emails.",
		"If the money is taken back, the shop adds the refund and its credit note. End the service if the customer keeps the money.",
	],
	refund_paid_twice: () => [
		"The provider paid back money that we had already turned into credit. Check the customer's credit.",
		"Agree with the customer how to correct it.",
	],
};

export const staffDeadLetter = (event: StaffDeadLetter): EmailContent =>
	staffTask(
		headerText(`${event.kind} failed`, 120),
		[
			["Event", event.id],
			["About", event.payload],
			["Attempts", String(event.attempts)],
			["Last error", event.error],
			["Since", formatMoment(event.since, kenya)],
		],
		[
			"Fix the cause. The last error names the service or rule that failed.",
			...(event.isGrouped
				? [
						`Look for other dead letters of ${event.kind}. They may have the same error, and we send one email for each reason and day.`,
					]
				: []),
			"Do the work of the event by hand, and inform the affected customer.",
		],
	);

/** A registrar that accepts no calls from us. */
export interface StaffRegistrar {
	readonly registrar: string;
	readonly problem: "blocked" | "credentials" | "contract" | "balance";
	readonly since: number;
}

export const staffRegistrar = ({ registrar, problem, since }: StaffRegistrar): EmailContent =>
	staffTask(
		registrarTasks[problem].task(registrar),
		[
			["Registrar", registrar],
			["Since", formatMoment(since, kenya)],
		],
		registrarTasks[problem].steps,
		"We send this email again only after a day. Orders and changes at this registrar wait until then. We try again every hour.",
	);

const registrarTasks: Readonly<
	Record<StaffRegistrar["problem"], { readonly task: (registrar: string) => string; readonly steps: readonly string[] }>
> = {
	blocked: {
		task: (registrar) => `${registrar} has blocked our API calls`,
		steps: [
			"In the registrar's control panel, open the contacts overview, choose the contact of the API and remove the blocked address.",
			"If there is none, ask the registrar's support to unblock the account.",
		],
	},
	credentials: {
		task: (registrar) => `${registrar} refuses our credentials`,
		steps: [
			"Compare the credentials of the API in the registrar's control panel with the secrets of the shop.",
			"Check whether the registrar allows only some addresses to call its API.",
		],
	},
	contract: {
		task: (registrar) => `${registrar} has a contract for us to sign`,
		steps: ["Sign in to the registrar's control panel and sign the latest contract."],
	},
	balance: {
		task: (registrar) => `Our balance at ${registrar} is too low`,
		steps: ["Top up the account in the registrar's control panel."],
	},
};

/** A nightly comparison that found many differences, or was not finished in its night. */
export interface StaffComparison {
	/** "comparison of zones", "comparison with openprovider" */
	readonly comparison: string;
	readonly compared: number;
	/** Domains about which the service did not answer. */
	readonly unread: number;
	/** How many differences of each kind, in words. */
	readonly found: Readonly<Record<string, number>>;
	readonly isLate?: boolean | undefined;
}

export const staffComparison = ({ comparison, compared, unread, found, isLate }: StaffComparison): EmailContent =>
	staffTask(
		isLate ? `The ${comparison} was not finished in its night` : `Check the ${comparison}`,
		[
			["Domains compared", String(compared)],
			["No answer about", String(unread)],
			...Object.entries(found).map(([kind, count]) => [kind, String(count)] as const),
		],
		isLate ? lateSteps : differenceSteps,
		isLate
			? "We send this email once for each round that takes longer than a night."
			: "We send this email at most once a night for each comparison.",
	);

const lateSteps = [
	"The comparison began at midnight UTC, and a day was not enough. It continues, but differences are found later than they should be.",
	"Check whether the service answers (/api/health and its status page).",
	"Search the logs for the comparison's name. Each domain that the service did not answer about has a line.",
];

const differenceSteps = [
	"Find out why so many differ, such as a change in the service's control panel, another account or a restored backup.",
	"If it was on purpose, make the same change in the shop. Otherwise the next nights undo it.",
	"If the registrar no longer has more than ten domains, we ended only the first ten. Check the others at the registrar.",
];

/** The queue of the desk. `oldest`: since when the first waits (ms, UTC). */
export interface StaffQueue {
	readonly queued: number;
	readonly oldest: number;
	readonly appOrigin: string;
}

export const staffQueue = ({ queued, oldest, appOrigin }: StaffQueue): EmailContent =>
	staffTask(
		`${formatCount(queued, "item")} ${queued === 1 ? "waits" : "wait"} at the desk`,
		[
			["Waiting", formatCount(queued, "item")],
			["The oldest since", formatMoment(oldest, kenya)],
		],
		[
			`Open the desk at ${appOrigin}${href("/desk")}.`,
			"Work from the top: what is most overdue is first. Take what you work on, so that others see it.",
		],
		"We send this email when something waits for more than an hour, and once a day while something does.",
	);

export function staffTask(
	task: string,
	facts: Facts,
	steps: readonly string[],
	closing = "We send this email once. Nothing else happens automatically.",
): EmailContent {
	return {
		subject: `Action needed: ${task}`,
		preview: steps[0] ?? "",
		heading: task,
		blocks: [
			text("Someone has to do this by hand."),
			{ kind: "facts", rows: facts },
			{ kind: "steps", title: "What to do", items: steps },
			note(closing),
		],
	};
}
