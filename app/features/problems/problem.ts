/** The kinds of problems that need a person, and the subject of each. */
export const problemKinds = [
	/** The id of a job that stopped. */
	"job",
	/** The id of a payment's or refund's review. */
	"review",
	/** The id of an event that failed too often. */
	"event",
	/** Scheduled items of one kind that failed for the same reason: `kind reason`. */
	"events",
	/** A registrar that takes no calls from us: `registrar problem`. */
	"registrar",
	/** A nightly comparison that found many differences. */
	"comparison",
	/** A nightly comparison that was not finished in its night. */
	"late-comparison",
	/** A registrar whose prices make us lose money, with the prices. */
	"costs",
	/** A registrar at which our balance is low. */
	"balance",
	/** The id of a domain that is suspended, because its registrant did not confirm their email address. */
	"registrant",
] as const;

export type ProblemKind = (typeof problemKinds)[number];

/** A problem whose cause still exists. Times in ms. */
export interface OpenProblem {
	readonly key: string;
	readonly kind: ProblemKind;
	readonly subject: string;
	readonly since: number;
	readonly lastSeenAt: number;
	/** How often it was reported since it began. */
	readonly count: number;
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
		firstStep: "Look the receipt up in the payment provider's portal. Money that is not there does not exist.",
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
	comparison: {
		title: (subject) => `Many differences in the ${subject}`,
		firstStep: "Find out why so many differ before the next night, which repairs them from our data.",
	},
	"late-comparison": {
		title: (subject) => `The ${subject} takes longer than a night`,
		firstStep: "Check whether the service answers. The comparison continues, and differences are found later.",
	},
	costs: {
		title: (subject) => `We lose money at ${subject}`,
		firstStep: "Compare the costs with our prices, then change the price or the registrar of these extensions.",
	},
	balance: {
		title: (registrar) => `Our balance at ${registrar} is low`,
		firstStep: "Top up the account in the registrar's control panel.",
	},
	registrant: {
		title: (id) => `A registrant's email address is not confirmed, and the domain is suspended (${id})`,
		firstStep: "Call or write to the customer. The address of the registrant may be wrong.",
	},
};

export const problemTitle = ({ kind, subject }: Pick<OpenProblem, "kind" | "subject">): string =>
	texts[kind].title(subject);

/** What to do first. docs/runbook.md has the next steps. */
export const firstStepOf = ({ kind }: Pick<OpenProblem, "kind">): string => texts[kind].firstStep;
