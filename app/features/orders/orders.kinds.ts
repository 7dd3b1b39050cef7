import { href } from "react-router";
import { z } from "zod";
import { formatDay, type Locale } from "~/lib/dates";
import { activityKind, notificationKind } from "~/lib/kinds";
import { formatMoney, type Money } from "~/lib/money";
import { moneySchema } from "~/lib/money.schema";
import { jobNoteText, jobReason, jobReasonText } from "./job-reason";

/** The result of a finished job. `name`: the domain, plan or product. `until` in ms. */
const jobResult = z.union([
	z.object({ state: z.literal("ready"), name: z.string() }),
	z.object({ state: z.literal("registered"), name: z.string() }),
	z.object({ state: z.literal("renewed"), name: z.string(), until: z.number() }),
	/** `credit`: the redemption fee, if it was not needed. */
	z.object({ state: z.literal("restored"), name: z.string(), until: z.number(), credit: moneySchema.nullable() }),
	z.object({ state: z.literal("changed"), name: z.string(), plan: z.string(), credit: moneySchema.nullable() }),
]);

/** `credit`: what became credit, or null if the reason mentions it. */
const jobVoid = z.object({
	about: z.enum(["line", "plan_change"]),
	name: z.string(),
	reason: jobReason,
	credit: moneySchema.nullable(),
});

const jobStopped = z.object({ reason: jobReason });

/** The steps that staff do by hand, with what is said of the product in the meantime. */
const staffTasks = {
	packing: "being packed",
	activation: "being activated",
	setup: "being set up",
	change: "being set up",
	resumption: "being switched on again",
} as const;

export type StaffTask = keyof typeof staffTasks;

/** `task`: null if something went wrong. */
const jobStoppedNotification = notificationKind(
	jobStopped.extend({
		orderId: z.string(),
		name: z.string(),
		task: z.enum(Object.keys(staffTasks) as StaffTask[]).nullable(),
	}),
	{
		title({ name, task, reason }) {
			if (reason.code === "held") return `We are checking ${name}`;
			if (task === null) return `${name} needs attention`;
			return `${name} is ${staffTasks[task]}`;
		},
		body: ({ reason }) => jobReasonText(reason),
		href: ({ orderId }) => href("/orders/:orderId", { orderId }),
	},
);

/** `invoice`: its number. */
export const ordersActivity = {
	"job.done": activityKind(z.object({ result: jobResult }), ({ result }) => `${jobTitle(result)}.`),
	"job.void": activityKind(jobVoid, (params, { language }) => jobNoteText(params, language)),
	"job.action_required": activityKind(jobStopped, ({ reason }) => jobReasonText(reason)),
	"job.failed": activityKind(jobStopped, ({ reason }) => jobReasonText(reason)),
	"transfer_domain.code": activityKind(
		z.object({ domain: z.string() }),
		({ domain }) => `Entered a new authorization code for ${domain}.`,
	),
	"domain.restore_ordered": activityKind(
		z.object({ domain: z.string() }),
		({ domain }) => `Ordered the restoration of ${domain} from redemption.`,
	),
	/** By someone with access to the account. The customer sees their own orders under Invoices. */
	"order.placed": activityKind(
		z.object({ invoice: z.string() }),
		({ invoice }) => `Placed the order of invoice ${invoice}.`,
	),
	"order.cancelled": activityKind(
		z.object({ invoice: z.string(), overdue: z.boolean() }),
		({ invoice, overdue }) =>
			`The order of invoice ${invoice} was cancelled${overdue ? " because it was not paid in time" : ""}.`,
	),
	/** `invoice` is null if there was nothing to pay. */
	"invoice.paid": activityKind(z.object({ invoice: z.string().nullable() }), ({ invoice }) => `${paid(invoice)}.`),
	/** `name`: of the domain, plan or add-on. */
	"invoice.line_removed": activityKind(
		z.object({ name: z.string(), invoice: z.string(), total: moneySchema }),
		({ name, invoice, total }, { language }) =>
			`Removed ${name} from invoice ${invoice}, which is now ${formatMoney(total, language)}.`,
	),
	"hosting.change": activityKind(
		z.object({ plan: z.string(), to: z.string() }),
		({ plan, to }) => `Agreed to change the hosting plan ${plan} to ${to}.`,
	),
};

export const ordersNotifications = {
	"job.done": notificationKind(z.object({ orderId: z.string(), result: jobResult }), {
		title: ({ result }) => jobTitle(result),
		body({ result }, reader) {
			switch (result.state) {
				case "ready":
					return `${result.name} is active.`;
				case "registered":
					return `${result.name} is registered and active.`;
				case "renewed":
					return `${result.name} is now paid until ${formatDay(result.until, reader)}.`;
				case "restored":
					return `${result.name} works again and is paid until ${formatDay(result.until, reader)}.${addedCredit(result, reader)}`;
				case "changed":
					return `Your plan is now ${result.plan}.${addedCredit(result, reader)}`;
			}
		},
		href: ({ orderId }) => href("/orders/:orderId", { orderId }),
	}),
	"job.void": notificationKind(jobVoid.extend({ orderId: z.string() }), {
		title({ about, name, credit }, { language }) {
			if (about === "plan_change") return `${name}: we could not change it`;
			return credit ? `${name}: ${formatMoney(credit, language)} added to your credit` : `${name} was not set up`;
		},
		body: (params, { language }) => jobNoteText(params, language),
		href: ({ orderId }) => href("/orders/:orderId", { orderId }),
	}),
	"job.action_required": jobStoppedNotification,
	"job.failed": jobStoppedNotification,
	/** `credited`: credit was used for its invoice. */
	"order.cancelled": notificationKind(z.object({ orderId: z.string(), invoice: z.string(), credited: z.boolean() }), {
		title: () => "An unpaid order was cancelled",
		body: ({ invoice, credited }) =>
			`Invoice ${invoice} was not paid in time. ${credited ? "We returned the credit that you used for it" : "Nothing was charged"}. You can order again.`,
		href: ({ orderId }) => href("/orders/:orderId", { orderId }),
	}),
	"invoice.paid": notificationKind(
		z.object({ invoiceId: z.string(), invoice: z.string().nullable(), orderId: z.string().nullable() }),
		{
			title: ({ invoice }) => (invoice ? "Payment received" : "Order confirmed"),
			body: ({ invoice, orderId }) => `${paid(invoice)}.${orderId ? " We are setting up your order." : ""}`,
			href: ({ invoiceId, orderId }) =>
				orderId ? href("/orders/:orderId", { orderId }) : href("/dashboard/invoices/:invoiceId", { invoiceId }),
		},
	),
};

const addedCredit = ({ credit }: { credit: Money | null }, { language }: Locale): string =>
	credit ? ` We added ${formatMoney(credit, language)} to your credit.` : "";

const paid = (invoice: string | null): string => (invoice ? `Invoice ${invoice} was paid` : "There was nothing to pay");

function jobTitle(result: z.output<typeof jobResult>): string {
	if (result.state === "renewed" || result.state === "restored") return `${result.name} is ${result.state}`;
	return result.state === "changed" ? `${result.name} is now ${result.plan}` : `${result.name} is ready`;
}
