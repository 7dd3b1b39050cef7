import { z } from "zod";
import { brand } from "~/brand";
import { headerText } from "~/lib/email-message";
import type { Block, EmailContent, EmailValue } from "./content";
import type { EmailKind } from "./email";

/** What staff have written for a kind of email. Empty parts leave the shop's own text. */
export interface OwnText {
	/** Replaces the subject. */
	readonly subject: string;
	/** A paragraph after the greeting. */
	readonly opening: string;
	/** A paragraph at the end, above the small print. */
	readonly closing: string;
}

export const noOwnText: OwnText = { subject: "", opening: "", closing: "" };

const stored = z.object({ subject: z.string(), opening: z.string(), closing: z.string() });

/** A stored text. No text if it is not one. */
export const ownTextOf = (value: unknown): OwnText => stored.safeParse(value).data ?? noOwnText;

export const isOwnText = (text: OwnText): boolean => Object.values(text).some((part) => part !== "");

/** Emails to customers. Those to our own team have no texts of staff, and a copy has those of its original. */
export type CustomerEmail = Exclude<EmailKind, `mail.staff-${string}` | "mail.billing-copy">;

export const isCustomerEmail = (kind: EmailKind): kind is CustomerEmail =>
	!kind.startsWith("mail.staff-") && kind !== "mail.billing-copy";

interface TextRules {
	/** The facts that every email of the kind has. */
	readonly values: readonly EmailValue[];
	/** Whether its subject says what happened. Then a subject of staff has to contain it. */
	readonly tells?: true;
}

/** What the texts of each kind may name. A test compares it with what the templates return. */
export const textRules: Readonly<Record<CustomerEmail, TextRules>> = {
	"mail.verify-email": { values: [] },
	"mail.already-registered": { values: [] },
	"mail.reset-password": { values: [] },
	"mail.password-changed": { values: [] },
	"mail.confirm-email-change": { values: [] },
	"mail.email-changed": { values: [] },
	"mail.account-closing": { values: [] },
	"mail.accounts-merged": { values: [] },
	"mail.new-sign-in": { values: [] },
	"mail.security-notice": { values: [], tells: true },
	"mail.receipt": { values: ["invoice", "amount"] },
	"mail.invoice": { values: ["invoice", "amount"] },
	"mail.confirm-billing-email": { values: [] },
	"mail.account-access": { values: [], tells: true },
	"mail.proposal": { values: ["amount"] },
	"mail.credit-note": { values: ["invoice", "amount"] },
	"mail.tax-invoice": { values: ["invoice", "amount"] },
	"mail.credit-changed": { values: ["amount"], tells: true },
	"mail.domain-active": { values: ["domain"] },
	"mail.renewals-card": { values: [] },
	"mail.charge-failed": { values: ["invoice", "amount"] },
	"mail.renewed": { values: ["item"] },
	"mail.domain-redemption": { values: ["domain"] },
	"mail.domain-restored": { values: ["domain"] },
	"mail.domain-changed": { values: ["domain"], tells: true },
	"mail.domain-push": { values: ["domain"], tells: true },
	"mail.hosting-ready": { values: ["plan"] },
	"mail.hosting-changed": { values: ["plan"], tells: true },
	"mail.plan-ended": { values: ["plan"] },
	"mail.plan-suspended": { values: ["plan"] },
	"mail.domain-unconnected": { values: ["domain", "plan"] },
	"mail.confirm-registrant": { values: ["domain"] },
	"mail.registrant-suspended": { values: [], tells: true },
	"mail.reminders": { values: [], tells: true },
	"mail.project-message": { values: ["project"] },
	"mail.task-assigned": { values: ["project"] },
	"mail.project-updated": { values: ["project"] },
	"mail.order-cancelled": { values: ["invoice"] },
	"mail.order-problem": { values: ["item"] },
	"mail.order-line-returned": { values: ["item"], tells: true },
	"mail.ticket-received": { values: ["ticket"] },
	"mail.ticket-answer": { values: ["ticket"], tells: true },
};

/** `subject`: what the shop's own subject says. `shop`: our name. */
export type Placeholder = EmailValue | "subject" | "shop";

export const placeholdersOf = (kind: CustomerEmail): readonly Placeholder[] => [
	"shop",
	"subject",
	...textRules[kind].values,
];

const braces = /\{([^{}]*)\}/g;

/** What is wrong with a text of staff, or null. */
export function textProblem(kind: CustomerEmail, part: keyof OwnText, text: string): string | null {
	const known = placeholdersOf(kind);
	const named = Array.from(text.matchAll(braces), ([, name = ""]) => name);
	const unknown = named.find((name) => !(known as readonly string[]).includes(name));
	const list = known.map((name) => `{${name}}`).join(", ");
	if (unknown !== undefined) return `{${unknown}} has no value in this email. You can use ${list}.`;
	if (/[{}]/.test(text.replaceAll(braces, ""))) return `Write placeholders with both braces, such as {shop}.`;
	if (/https?:\/\/|www\./i.test(text)) return "Leave out web addresses. The email has its links already.";
	if (part === "subject" && text !== "" && textRules[kind].tells && !named.includes("subject"))
		return "This email tells of different things, so its subject must contain {subject}.";
	return null;
}

/** The email with what staff have written for its kind. A text that names a fact which the email does not have is left out. */
export function withOwnText(content: EmailContent, own: OwnText): EmailContent {
	const values: Readonly<Record<string, string | undefined>> = {
		...content.values,
		subject: content.subject,
		shop: brand.name,
	};
	const fill = (text: string): string | null => {
		const names = Array.from(text.matchAll(braces), ([, name = ""]) => name);
		if (text === "" || names.some((name) => values[name] === undefined)) return null;
		return text.replaceAll(braces, (_, name: string) => values[name] ?? "");
	};
	const subject = fill(own.subject);
	const { blocks } = content;
	const end = blocks.findLastIndex(({ kind }) => kind !== "note") + 1;
	return {
		...content,
		subject: subject === null ? content.subject : headerText(subject),
		// The first block is the greeting.
		blocks: [
			...blocks.slice(0, 1),
			...paragraph(fill(own.opening)),
			...blocks.slice(1, end),
			...paragraph(fill(own.closing)),
			...blocks.slice(end),
		],
	};
}

const paragraph = (text: string | null): Block[] => (text === null ? [] : [{ kind: "text", text }]);
