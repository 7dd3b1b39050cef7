import { z } from "zod";
import { toUnicode } from "~/features/domains/to-unicode";
import { formatDay } from "~/lib/dates";
import { activityKind } from "~/lib/kinds";
import type { JobKind } from "./job";
import { jobTask } from "./job-progress";

const jobKinds = [
	...[
		"register_domain",
		"transfer_domain",
		"renew_domain",
		"restore_domain",
		"create_hosting",
		"renew_hosting",
		"change_hosting",
	],
	...["activate_addon", "renew_addon", "ship_hardware"],
] as const satisfies readonly JobKind[];

const job = z.object({ work: z.enum(jobKinds), item: z.string() });

const order = z.object({ invoice: z.string() });

export const ordersAudit = {
	"order.cancelled_by_staff": activityKind(order, ({ invoice }) => `Cancelled the order of invoice ${invoice}.`),
	"order.held": activityKind(order, ({ invoice }) => `Put the order of invoice ${invoice} on hold.`),
	"order.accepted": activityKind(order, ({ invoice }) => `Accepted the order of invoice ${invoice}.`),
	"job.retried": activityKind(job, ({ work, item }) => `Tried again: ${jobTask(work, toUnicode(item))}.`),
	"job.file_added": activityKind(
		job.extend({ file: z.string() }),
		({ work, item, file }) => `Added the file ${file} to: ${jobTask(work, toUnicode(item))}.`,
	),
	"job.completed": activityKind(
		job.extend({ reference: z.string(), expiresAt: z.number().nullable() }),
		({ work, item, reference, expiresAt }, reader) =>
			`Completed by hand: ${jobTask(work, toUnicode(item))}${reference && `, reference ${reference}`}${
				expiresAt === null ? "" : `, expires ${formatDay(expiresAt, reader)}`
			}.`,
	),
};
