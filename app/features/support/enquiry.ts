/** What people write to us about: each kind has its own form, at the address `/enquiries/<kind>`. */
export const enquiryKinds = ["contact", "quote", "custom-plan", "transfer"] as const;
export type EnquiryKind = (typeof enquiryKinds)[number];

/** A form that the shop has? */
export const isEnquiryKind = (text: string): text is EnquiryKind => (enquiryKinds as readonly string[]).includes(text);

/** What a form may be about: the values of its choice, and of `?about=` in the address of its page. */
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

/** The kinds whose form asks what it is about. */
export type KindWithTopic = keyof typeof enquiryTopics;
export type TopicOf<Kind extends KindWithTopic> = keyof (typeof enquiryTopics)[Kind];

export const enquiryLimits = {
	/** Characters of a message. */
	message: 4_000,
	/** Names of one transfer request. */
	domains: 50,
	/** Of a custom plan. */
	accounts: 10_000,
	/** GB. */
	disk: 100_000,
} as const;

/** What only some kinds ask. */
export interface EnquiryDetails {
	/** Hosting accounts that a reseller wants. */
	readonly accounts?: number;
	/** Disk space in GB. */
	readonly disk?: number;
	/** Names to transfer, ASCII form. */
	readonly domains?: readonly string[];
}

/** One that was sent, checked. */
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
	/** The number that the sender can name. */
	readonly reference: string;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
}

/** How we speak of it: "We have your message". */
export const enquiryNames: Readonly<Record<EnquiryKind, string>> = {
	contact: "message",
	quote: "request for a quote",
	"custom-plan": "request for a custom plan",
	transfer: "transfer request",
};

/** Whose mailbox it goes to. */
export function enquiryMailbox({ kind, topic }: Pick<Enquiry, "kind" | "topic">): "sales" | "support" {
	if (kind === "quote" || kind === "custom-plan") return "sales";
	return kind === "contact" && topic === "sales" ? "sales" : "support";
}

/** What an enquiry is about, in words; null where its form does not ask. */
export function topicLabel({ kind, topic }: Pick<Enquiry, "kind" | "topic">): string | null {
	if (topic === null || !(kind in enquiryTopics)) return null;
	const labels: Readonly<Record<string, string>> = enquiryTopics[kind as KindWithTopic];
	return labels[topic] ?? null;
}

/** Made of letters and digits that are not taken for one another on the phone: no 0, 1, 8 or 9. */
export const referencePattern = /^ENQ-[A-Z2-7]{4}-[A-Z2-7]{4}$/;

/** The last 40 random bits of an id, as people can read them out. */
export function referenceOf(id: string): string {
	const end = id.slice(-8).toUpperCase();
	return `ENQ-${end.slice(0, 4)}-${end.slice(4)}`;
}
