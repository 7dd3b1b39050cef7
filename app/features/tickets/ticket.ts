import { stateMachine } from "~/lib/state-machine";

/**
 * `open`: waits for us. `waiting`: for the customer. `on-hold`: for someone else, such as a registry. A message of the
 * customer opens it again from every status.
 */
export const ticketStatuses = ["open", "waiting", "on-hold", "closed"] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

export const ticketStatusMachine = stateMachine<TicketStatus>("ticket", {
	open: ["waiting", "on-hold", "closed"],
	waiting: ["open", "on-hold", "closed"],
	"on-hold": ["open", "waiting", "closed"],
	closed: ["open"],
});

/** For staff. */
export const ticketStatusName: Readonly<Record<TicketStatus, string>> = {
	open: "Open",
	waiting: "Waiting for the customer",
	"on-hold": "On hold",
	closed: "Closed",
};

/** For the customer. */
export const customerStatusName: Readonly<Record<TicketStatus, string>> = {
	open: "Waiting for our answer",
	waiting: "Answered",
	"on-hold": "We're working on it",
	closed: "Closed",
};

/** Where a ticket came from. */
export type TicketVia = "portal" | "form" | "email";

export const ticketViaName: Readonly<Record<TicketVia, string>> = {
	portal: "Portal",
	form: "Public form",
	email: "Email",
};

/** `note`: for staff only. */
export type MessageKind = "customer" | "staff" | "note";

/** Who answers, for staff. How they work is in departments.ts. */
export const departments = {
	technical: { label: "Technical" },
	billing: { label: "Billing" },
	sales: { label: "Sales" },
} as const;
export type Department = keyof typeof departments;

export const departmentNames = Object.keys(departments) as readonly Department[];

export const ticketLimits = {
	subject: 120,
	/** Characters of a message. */
	message: 8_000,
	tags: 10,
	tag: 30,
} as const;

/** Without 0, 1, 8 and 9, which are easily confused with letters. */
export const ticketNumberPattern = /^(?:T|ENQ)-[A-Z2-7]{4}-[A-Z2-7]{4}$/;

/** The last 40 random bits of an id, in a form that is easy to read out. */
export function ticketNumber(id: string, prefix: "T" | "ENQ"): string {
	const end = id.slice(-8).toUpperCase();
	return `${prefix}-${end.slice(0, 4)}-${end.slice(4)}`;
}

/** The text of a message that consists of a file. */
export const fileMessage = (name: string): string => `Sent the file ${name}.`;
