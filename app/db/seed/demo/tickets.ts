import { answerDueAt } from "~/features/tickets/departments";
import { ticketNumber } from "~/features/tickets/ticket";
import { DAY, HOUR } from "~/lib/durations";
import { type Rows, type SomeRows, seedId } from "../rows";
import { demoUserId } from "./account";

type Row = Rows["tickets"][number];

interface Sample extends Pick<Row, "subject" | "department" | "status"> {
	readonly openedAgo: number;
	readonly question: string;
	readonly answer: string;
}

const samples: readonly Sample[] = [
	{
		subject: "Mail from our shop lands in spam",
		department: "technical",
		status: "waiting",
		openedAgo: 2 * DAY,
		question: "Customers of the shop say that our order emails are in their spam folder.\nIs something missing in DNS?",
		answer:
			"Your zone has no **SPF** record. Add the template of your mail service under DNS, and tell us if it still happens.",
	},
	{
		subject: "Invoice with our KRA PIN",
		department: "billing",
		status: "closed",
		openedAgo: 40 * DAY,
		question: "Can the invoice show our PIN?",
		answer: "Yes. Add it under Account Settings, Billing. The next invoices have it.",
	},
];

/** The demo customer's questions to our team, each with an answer. */
export const demoTickets = (now: number): SomeRows => ({
	tickets: samples.map(({ subject, department, status, openedAgo }, index) => {
		const createdAt = now - openedAgo;
		return {
			id: idOf(index),
			number: ticketNumber(idOf(index), "T"),
			userId: demoUserId,
			via: "portal",
			department,
			status,
			subject,
			tags: [],
			dueAt: answerDueAt(department, createdAt, true),
			answeredAt: createdAt + HOUR,
			createdAt,
			updatedAt: createdAt + HOUR,
		};
	}),
	ticketMessages: samples.flatMap(({ openedAgo, question, answer }, index) => [
		{
			...{ id: seedId("tkm", "question", index), ticketId: idOf(index), kind: "customer" as const },
			...{ author: "Amani Odhiambo", body: question, createdAt: now - openedAgo },
		},
		{
			...{ id: seedId("tkm", "answer", index), ticketId: idOf(index), kind: "staff" as const },
			...{ author: "Neema Wafula", body: answer, createdAt: now - openedAgo + HOUR },
		},
	]),
});

const idOf = (index: number) => seedId("tck", "ticket", index);
