import type { Department } from "~/features/tickets/ticket";

/** Each kind of enquiry has its own form at `/enquiries/<kind>`. */
export const enquiryKinds = ["contact", "quote", "custom-plan", "transfer"] as const;
export type EnquiryKind = (typeof enquiryKinds)[number];

export const isEnquiryKind = (text: string): text is EnquiryKind => (enquiryKinds as readonly string[]).includes(text);

/** Topics of a form: the options of its select field and the values of `?about=` in its URL. */
export const enquiryTopics = {
	contact: {
		sales: "Before I buy",
		support: "Something does not work",
		billing: "An invoice or a payment",
		account: "My account or my data",
		other: "Something else",
	},
	quote: {
		"pos-systems": "POS systems and hardware",
		"website-development": "Website development",
		"seo-optimization": "SEO optimization",
		email: "Professional email",
		other: "Something else",
	},
} as const;

/** Kinds whose form asks for a topic. */
export type KindWithTopic = keyof typeof enquiryTopics;
export type TopicOf<Kind extends KindWithTopic> = keyof (typeof enquiryTopics)[Kind];

export const enquiryLimits = {
	/** Characters of a message. */
	message: 4_000,
	/** Names of one transfer request. */
	domains: 50,
	/** Hosting accounts of a custom plan. */
	accounts: 10_000,
	/** GB. */
	disk: 100_000,
} as const;

/** Fields that only some kinds have. */
export interface EnquiryDetails {
	/** Hosting accounts that a reseller wants. */
	readonly accounts?: number;
	/** Disk space in GB. */
	readonly disk?: number;
	/** Names to transfer, ASCII form. */
	readonly domains?: readonly string[];
}

export interface EnquiryInput {
	readonly name: string;
	/** Canonical form. */
	readonly email: string;
	/** E.164. */
	readonly phone: string | null;
	readonly topic: string | null;
	readonly message: string | null;
	readonly details: EnquiryDetails;
}

/** As in "We received your message". */
export const enquiryNames: Readonly<Record<EnquiryKind, string>> = {
	contact: "message",
	quote: "request for a quote",
	"custom-plan": "request for a custom plan",
	transfer: "transfer request",
};

type KindAndTopic = Pick<EnquiryInput, "topic"> & { readonly kind: EnquiryKind };

const topicDepartments: Readonly<Record<TopicOf<"contact">, Department>> = {
	sales: "sales",
	support: "technical",
	billing: "billing",
	account: "technical",
	other: "technical",
};

/** Who answers it. */
export function enquiryDepartment({ kind, topic }: KindAndTopic): Department {
	if (kind === "quote" || kind === "custom-plan") return "sales";
	return kind === "contact" ? topicDepartments[(topic ?? "other") as TopicOf<"contact">] : "technical";
}

const subjects: Readonly<Record<EnquiryKind, string>> = {
	contact: "Message",
	quote: "Request for a quote",
	"custom-plan": "Request for a custom plan",
	transfer: "Request to move domains",
};

/** The subject of its ticket. */
export function enquirySubject(enquiry: KindAndTopic): string {
	const topic = topicLabel(enquiry);
	return topic === null ? subjects[enquiry.kind] : `${subjects[enquiry.kind]}: ${topic}`;
}

/** Everything that the sender wrote, as the first message of its ticket. */
export function enquiryText({ message, details: { accounts, disk, domains } }: EnquiryInput): string {
	const facts = [
		...(accounts ? [`Hosting accounts: ${accounts.toLocaleString("en")}`] : []),
		...(disk ? [`Disk space: ${disk.toLocaleString("en")} GB`] : []),
		...(domains ? [`Domains:\n${domains.join("\n")}`] : []),
	].join("\n");
	return [facts, message ?? ""].filter(Boolean).join("\n\n");
}

/** The displayed topic. Null if the form has none. */
export function topicLabel({ kind, topic }: KindAndTopic): string | null {
	if (topic === null || !(kind in enquiryTopics)) return null;
	const labels: Readonly<Record<string, string>> = enquiryTopics[kind as KindWithTopic];
	return labels[topic] ?? null;
}
