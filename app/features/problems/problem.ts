import type { Permission } from "~/features/staff/permissions";
import { formatDay, formatMoment, kenya } from "~/lib/dates";
import { DAY, HOUR } from "~/lib/durations";
import { kenyanTime } from "~/lib/kenyan-day";

/** The kinds of problems that need a person, and the subject of each. */
export const problemKinds = [
	/** The id of a job that stopped. */
	"job",
	/** The id of a payment's or refund's review. */
	"review",
	/** The id of a change above someone's limit, which a second person has to approve. */
	"approval",
	/** The API user of a payment provider is refused: the provider. */
	"initiator",
	/** The id of an event that failed too often. */
	"event",
	/** Scheduled items of one kind that failed for the same reason: `kind reason`. */
	"events",
	/** A registrar that takes no calls from us: `registrar problem`. */
	"registrar",
	/** The id of an event about a domain that differs at its registrar. */
	"difference",
	/** A nightly comparison that found many differences. */
	"comparison",
	/** A nightly comparison that was not finished in its night. */
	"late-comparison",
	/** A provider whose list of payments can't be read. */
	"unread-payments",
	/** A time whose payments are in no list any more: `provider from until`, in ISO 8601. */
	"missed-payments",
	/** A registrar whose prices make us lose money, with the prices. */
	"costs",
	/** Hardware that has sold out or run low: the product's id and the number of the change. */
	"stock",
	/** A registrar at which our balance is low. */
	"balance",
	/** The id of a domain that is suspended, because its registrant did not confirm their email address. */
	"registrant",
	/** A change of `clientHold` that did not reach the registry: `domain suspend` or `domain resume`. */
	"hold",
	/** The id of a document that the tax authority refused to sign. */
	"tax-invoice",
	/** The device that signs no invoices. */
	"signer",
	/** The id of a ticket that waits for an answer. */
	"ticket",
	/** The id of a plan that its customer cancelled. */
	"cancellation",
	/** The id of an invoice whose last automatic charge failed, or of a domain that expires in some days. */
	"renewal",
	/** A day whose figures miss damaged rows: 2026-11-24. */
	"figures",
	/** Something waits for more than an hour. Not in the queue itself. */
	"waiting",
] as const;

export type ProblemKind = (typeof problemKinds)[number];

export const isProblemKind = (text: string): text is ProblemKind => (problemKinds as readonly string[]).includes(text);

/** The key of a problem's row: `job:job_…`. */
export const keyOf = ({ kind, subject }: ProblemSubject): string => `${kind}:${subject}`;

/** Null if it is no key of a problem. */
export function problemOf(key: string): ProblemSubject | null {
	const end = key.indexOf(":");
	const kind = key.slice(0, end);
	return isProblemKind(kind) ? { kind, subject: key.slice(end + 1) } : null;
}

/** The parts of the queue at the desk, and the kinds of problems in each. */
export const queueParts = {
	orders: { label: "Orders", kinds: ["job"] },
	payments: { label: "Payments", kinds: ["review", "approval", "initiator", "missed-payments", "unread-payments"] },
	renewals: { label: "Renewals", kinds: ["renewal"] },
	tickets: { label: "Tickets", kinds: ["ticket"] },
	cancellations: { label: "Cancellations", kinds: ["cancellation"] },
	stock: { label: "Stock", kinds: ["stock"] },
	tax: { label: "Tax invoices", kinds: ["tax-invoice", "signer"] },
	registrars: {
		label: "Registrars",
		kinds: ["registrar", "balance", "costs", "registrant", "hold", "difference", "comparison", "late-comparison"],
	},
	work: { label: "Failed work", kinds: ["event", "events", "figures"] },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly kinds: readonly ProblemKind[] }>>;

export type QueuePart = keyof typeof queueParts;

export const queuePartNames = Object.keys(queueParts) as readonly QueuePart[];

/** Kinds that are not in the queue. */
type Unlisted = "waiting";
export type QueueKind = Exclude<ProblemKind, Unlisted>;

/** Who sees each kind in the queue. */
export const seenWith: Readonly<Record<QueueKind, Permission>> = {
	job: "orders.view",
	review: "billing.view",
	approval: "billing.view",
	initiator: "billing.view",
	"unread-payments": "billing.view",
	"missed-payments": "billing.view",
	renewal: "billing.view",
	"tax-invoice": "billing.view",
	signer: "billing.view",
	ticket: "tickets.view",
	cancellation: "services.view",
	registrar: "services.view",
	balance: "services.view",
	difference: "services.view",
	comparison: "services.view",
	"late-comparison": "services.view",
	registrant: "services.view",
	hold: "services.view",
	event: "services.view",
	events: "services.view",
	costs: "catalogue.view",
	stock: "catalogue.view",
	figures: "reports.view",
};

/** Milliseconds that each kind may wait. Before customers who have paid, it is short. */
export const mayWaitMs: Readonly<Record<ProblemKind, number>> = {
	registrar: HOUR / 2,
	job: HOUR,
	review: HOUR,
	initiator: HOUR,
	approval: 4 * HOUR,
	"unread-payments": HOUR,
	"missed-payments": HOUR,
	event: HOUR,
	events: HOUR,
	/** Its department has its own time. */
	ticket: 2 * HOUR,
	renewal: 4 * HOUR,
	registrant: 4 * HOUR,
	hold: 4 * HOUR,
	balance: 4 * HOUR,
	difference: 4 * HOUR,
	"tax-invoice": 4 * HOUR,
	signer: 4 * HOUR,
	cancellation: DAY,
	costs: DAY,
	stock: DAY,
	comparison: DAY,
	"late-comparison": DAY,
	figures: DAY,
	waiting: 0,
};

/** Kinds that someone ends by saying that it is handled. The others end with their cause. */
export const handledByHand: readonly ProblemKind[] = [
	...["cancellation", "renewal", "signer", "registrar", "balance", "costs", "stock"],
	...["registrant", "comparison", "late-comparison", "unread-payments", "missed-payments", "figures", "initiator"],
] as const satisfies readonly ProblemKind[];

/** What a problem is about. */
interface ProblemSubject {
	readonly kind: ProblemKind;
	readonly subject: string;
}

/** Payments between two times (ms), of which only their notices told us. */
export const missedPayments = (provider: string, from: number, until: number) =>
	({
		kind: "missed-payments",
		subject: [provider, new Date(from).toISOString(), new Date(until).toISOString()].join(" "),
	}) as const;

/** A domain that the shop could not suspend at its registry, or not put back, after the check of its registrant. */
export const holdProblem = (domainId: string, isHeld: boolean) =>
	({ kind: "hold", subject: `${domainId} ${isHeld ? "suspend" : "resume"}` }) as const;

/** Whether a problem is about a domain that should be suspended, and is not. */
export const isMissingHold = ({ subject }: Pick<ProblemSubject, "subject">): boolean => subject.endsWith(" suspend");

/** "from 20 Nov 2026, 10:00 to 21 Nov 2026, 09:00" */
function missedTime(subject: string): string {
	const [from, until] = subject
		.split(" ")
		.slice(1)
		.map((time) => formatMoment(Date.parse(time), kenya));
	return `from ${from} to ${until}`;
}

const texts: Readonly<
	Record<ProblemKind, { readonly title: (subject: string) => string; readonly firstStep: string }>
> = {
	job: {
		title: (id) => `A paid order waits for a person (${id})`,
		firstStep: "Do what the email about this job says, then complete the job.",
	},
	review: {
		title: (id) => `A payment or refund needs a decision (${id})`,
		firstStep: "Look the receipt up in the payment provider's portal. If it is not there, no money came.",
	},
	approval: {
		title: (id) => `A change of money waits for a second person (${id})`,
		firstStep: "Ask the person who wants it if the reason is not enough. Then approve or refuse it under Approvals.",
	},
	initiator: {
		title: (provider) => `The API user at ${provider} is refused`,
		firstStep:
			"Look in the M-Pesa organization portal whether the user is active and its password is the one that was encrypted. Set MPESA_INITIATOR and MPESA_SECURITY_CREDENTIAL again.",
	},
	event: {
		title: (id) => `An event failed too often (${id})`,
		firstStep: "Read its last error, which names the service or the rule, and correct the cause.",
	},
	events: {
		title: (subject) => `Scheduled work failed: ${subject}`,
		firstStep: "Read the reason, and correct the cause. Several items have the same one.",
	},
	registrar: {
		title: (subject) => `A registrar takes no orders: ${subject}`,
		firstStep:
			"Sign in to the registrar's control panel and do what the email says. The shop tries again on its schedule.",
	},
	difference: {
		title: (id) => `A domain differs at its registrar (${id})`,
		firstStep: "Compare the domain with the registrar's control panel.",
	},
	comparison: {
		title: (subject) => `Many differences in the ${subject}`,
		firstStep: "Find out why so many differ before the next night, which repairs them from our data.",
	},
	"late-comparison": {
		title: (subject) => `The ${subject} takes longer than a night`,
		firstStep: "Check whether the service answers. The comparison continues, and differences are found later.",
	},
	"unread-payments": {
		title: (provider) => `The list of payments at ${provider} can't be read`,
		firstStep: "Check the credentials and whether the service answers. The list has the last 48 hours only.",
	},
	"missed-payments": {
		title: (subject) => `Check the payments to the paybill ${missedTime(subject)}`,
		firstStep:
			"Compare the payments of that time in the M-Pesa organization portal with ours. Record each missing one at its invoice, with its receipt as reference.",
	},
	costs: {
		title: (subject) => `We lose money at ${subject}`,
		firstStep: "Compare the costs with our prices, then change the price or the registrar of these extensions.",
	},
	stock: {
		title: (subject) => `Hardware has sold out or run low (${subject})`,
		firstStep: "Order new pieces, and add them to the stock when they arrive.",
	},
	balance: {
		title: (registrar) => `Our balance at ${registrar} is low`,
		firstStep: "Top up the account in the registrar's control panel.",
	},
	registrant: {
		title: (id) => `A registrant's email address is not confirmed, and the domain is suspended (${id})`,
		firstStep: "Call or write to the customer. The address of the registrant may be wrong.",
	},
	hold: {
		title: (subject) => `A domain is not suspended or resumed at its registry (${subject})`,
		firstStep:
			"Ask the registry why it refuses clientHold. A status that prohibits changes has to be removed there first. The shop tries again every hour.",
	},
	"tax-invoice": {
		title: (id) => `KRA does not sign an invoice (${id})`,
		firstStep: "Remove the cause, which the reason names. Then try again.",
	},
	signer: {
		title: (device) => `Invoices are not signed (${device})`,
		firstStep: "Run npm run try -- etims. It checks the device and says what to do.",
	},
	ticket: {
		title: (id) => `A ticket waits for an answer (${id})`,
		firstStep: "Open the ticket and answer it.",
	},
	cancellation: {
		title: (id) => `A customer cancelled a plan (${id})`,
		firstStep: "Ask why, and offer help to move the content or to stay.",
	},
	renewal: {
		title: (id) => `A renewal was not paid (${id})`,
		firstStep: "Ask the customer to pay in another way before the expiry.",
	},
	figures: {
		title: (day) => `The reports miss damaged rows of ${formatDay(kenyanTime(day, 12), kenya)}`,
		firstStep: "Tell your developers which rows are damaged. All other rows of the day are added up.",
	},
	waiting: {
		title: () => "The desk has work that waits for more than an hour",
		firstStep: "Open the desk.",
	},
};

export const problemTitle = ({ kind, subject }: ProblemSubject): string => texts[kind].title(subject);

/** What to do first. docs/runbook.md has the next steps. */
export const firstStepOf = ({ kind }: Pick<ProblemSubject, "kind">): string => texts[kind].firstStep;
