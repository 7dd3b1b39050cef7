import { z } from "zod";
import { formatMoment } from "~/lib/dates";
import { formatCount } from "~/lib/format-count";
import { activityKind } from "~/lib/kinds";
import { departmentNames, departments, ticketStatuses, ticketStatusName } from "./ticket";

const ofTicket = z.object({ ticket: z.string() });
const person = z.string().nullable();
const status = z.enum(ticketStatuses);
const department = z.enum(departmentNames);
const tags = z.array(z.string());
/** `department`: its name. */
const cannedText = z.object({ title: z.string(), department: z.string(), body: z.string() });

const list = (names: readonly string[]) => (names.length === 0 ? "none" : names.join(", "));

export const ticketsAudit = {
	"ticket.answered": activityKind(ofTicket, ({ ticket }) => `Answered ${ticket}.`),
	"ticket.file_sent": activityKind(
		ofTicket.extend({ file: z.string() }),
		({ ticket, file }) => `Sent the file ${file} in ${ticket}.`,
	),
	"ticket.file_deleted": activityKind(
		ofTicket.extend({ file: z.string() }),
		({ ticket, file }) => `Deleted the file ${file} of ${ticket}.`,
	),
	"ticket.noted": activityKind(ofTicket, ({ ticket }) => `Wrote a note in ${ticket}.`),
	"ticket.assigned": activityKind(
		ofTicket.extend({ before: person, after: person }),
		({ ticket, before, after }) => `Assigned ${ticket} to ${after ?? "no one"}${before ? `, before ${before}` : ""}.`,
	),
	"ticket.status_changed": activityKind(
		ofTicket.extend({ before: status, after: status }),
		({ ticket, before, after }) =>
			`Changed the status of ${ticket} from ${ticketStatusName[before]} to ${ticketStatusName[after]}.`,
	),
	"ticket.moved": activityKind(
		ofTicket.extend({ before: department, after: department }),
		({ ticket, before, after }) => `Moved ${ticket} from ${departments[before].label} to ${departments[after].label}.`,
	),
	"ticket.tagged": activityKind(
		ofTicket.extend({ before: tags, after: tags }),
		({ ticket, before, after }) => `Changed the tags of ${ticket} from ${list(before)} to ${list(after)}.`,
	),
	"ticket.merged": activityKind(
		ofTicket.extend({ into: z.string(), messages: z.number() }),
		({ ticket, into, messages }) => `Merged ${ticket} into ${into} with ${formatCount(messages, "message")}.`,
	),
	"ticket.split": activityKind(
		ofTicket.extend({ into: z.string(), messages: z.number() }),
		({ ticket, into, messages }) => `Split ${formatCount(messages, "message")} off ${ticket} into ${into}.`,
	),
	"canned_reply.created": activityKind(
		z.object({ title: z.string() }),
		({ title }) => `Created the canned reply “${title}”.`,
	),
	"canned_reply.changed": activityKind(
		z.object({ title: z.string(), before: cannedText, after: cannedText }),
		({ title, before, after }) =>
			`Changed the canned reply “${title}”: ${(["title", "department", "body"] as const)
				.filter((field) => before[field] !== after[field])
				.map((field) => `${field === "body" ? "text" : field} from “${before[field]}” to “${after[field]}”`)
				.join(", ")}.`,
	),
	"canned_reply.deleted": activityKind(
		z.object({ title: z.string(), body: z.string() }),
		({ title, body }) => `Deleted the canned reply “${title}”: “${body}”`,
	),
	"ticket.snoozed": activityKind(ofTicket.extend({ until: z.number().nullable() }), ({ ticket, until }, reader) =>
		until === null ? `Ended the snooze of ${ticket}.` : `Snoozed ${ticket} until ${formatMoment(until, reader)}.`,
	),
};
