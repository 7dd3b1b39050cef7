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

export interface Enquiry extends EnquiryInput {
	readonly kind: EnquiryKind;
	/** The reference that the sender can quote. */
	readonly reference: string;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
}

/** As in "We received your message". */
export const enquiryNames: Readonly<Record<EnquiryKind, string>> = {
	contact: "message",
	quote: "request for a quote",
	"custom-plan": "request for a custom plan",
	transfer: "transfer request",
};

/** The mailbox that receives the enquiry. */
export function enquiryMailbox({ kind, topic }: Pick<Enquiry, "kind" | "topic">): "sales" | "support" {
	if (kind === "quote" || kind === "custom-plan") return "sales";
	return kind === "contact" && topic === "sales" ? "sales" : "support";
}

/** The displayed topic. Null if the form has none. */
export function topicLabel({ kind, topic }: Pick<Enquiry, "kind" | "topic">): string | null {
	if (topic === null || !(kind in enquiryTopics)) return null;
	const labels: Readonly<Record<string, string>> = enquiryTopics[kind as KindWithTopic];
	return labels[topic] ?? null;
}

/** Without 0, 1, 8 and 9, which are easily confused with letters. */
export const referencePattern = /^ENQ-[A-Z2-7]{4}-[A-Z2-7]{4}$/;

/** The last 40 random bits of an id, in a form that is easy to read out. */
export function referenceOf(id: string): string {
	const end = id.slice(-8).toUpperCase();
	return `ENQ-${end.slice(0, 4)}-${end.slice(4)}`;
}
