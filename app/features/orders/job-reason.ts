import { z } from "zod";
import { toUnicode } from "~/features/domains/to-unicode";
import { exceededLimitText } from "~/features/hosting/plan-change";
import { formatMoney } from "~/lib/money";
import { moneySchema } from "~/lib/money.schema";
import { creditedText } from "./line-share";

/** What went wrong with a job, or who has to act. `name`: of the domain, plan or product. `to`: the title of a plan. */
export const jobReason = z.union([
	z.object({
		code: z.enum([
			"activation",
			"addon_cancelled",
			"auth_code_refused",
			"ended_before_set_up",
			"held",
			"in_redemption",
			"locked",
			"needs_check",
			"not_in_account",
			"not_registered",
			"ordered_twice",
			"packing",
			"price_too_high",
			"refunded_before_sent",
			"refused",
			"registered_by_other",
			"registry_step",
			"registry_waits",
			"renewal_refused",
			"renewed_otherwise",
			"restore_refused",
			"restore_too_late",
			"restored_otherwise",
			"resumed_by_hand",
			"set_up_by_hand",
			"transfer_ended",
		]),
		name: z.string(),
	}),
	z.object({
		code: z.literal("trouble"),
		work: z.enum(["register", "transfer", "renew", "restore", "set_up", "change", "activate", "send"]),
		name: z.string(),
	}),
	z.object({ code: z.literal("change_by_hand"), name: z.string(), to: z.string() }),
	z.object({ code: z.enum(["plan_ended", "plan_changed"]), name: z.string(), to: z.string(), credited: z.boolean() }),
	z.object({
		code: z.literal("plan_too_small"),
		to: z.string(),
		credited: z.boolean(),
		exceeded: z.array(z.object({ resource: z.string(), used: z.number(), total: z.number(), unit: z.string() })),
	}),
	/** Of an older release: the finished sentence. */
	z.object({ code: z.literal("text"), text: z.string() }),
]);

export type JobReason = z.output<typeof jobReason>;

/** Why a job stopped or was cancelled, and what became credit for that. */
export const jobNote = z.object({ reason: jobReason, credit: moneySchema.nullable() });

export type JobNote = z.output<typeof jobNote>;

export function jobNoteText({ reason, credit }: JobNote, language: string): string {
	const text = jobReasonText(reason);
	return credit ? creditedText(text, formatMoney(credit, language)) : text;
}

/** What a row of `jobs` stores about its problem. */
interface StoredNote {
	readonly note: JobNote | null;
	/** The finished sentence of an older release. */
	readonly message: string | null;
}

/** The text of a job's note. Null if it has none. Another release may have stored a note that this one does not know. */
export function storedNoteText({ note, message }: StoredNote, language: string): string | null {
	const known = jobNote.safeParse(note);
	if (known.success) return jobNoteText(known.data, language);
	if (message !== null) return toUnicode(message);
	return note === null ? null : "Please contact us about this. We'll tell you what happens next.";
}

export function jobReasonText(reason: JobReason): string {
	switch (reason.code) {
		case "text":
			return toUnicode(reason.text);
		case "trouble":
			return `We could not ${works[reason.work]} ${toUnicode(reason.name)} yet. Our team is working on it. You don't need to do anything.`;
		case "change_by_hand":
			return `Our team is changing ${reason.name} to ${reason.to}. We'll email you when it's done.`;
		case "plan_ended":
			return `The plan has ended, so we did not change it to ${reason.to}.${creditText(reason)}`;
		case "plan_changed":
			return `${reason.name} has changed since you agreed to this, so we did not change it to ${reason.to}.${creditText(reason)}`;
		case "plan_too_small":
			return `${reason.to} is too small now. ${reason.exceeded.map(exceededLimitText).join(" ")}${creditText(reason)}`;
		default:
			return texts[reason.code](toUnicode(reason.name));
	}
}

const creditText = ({ credited }: { credited: boolean }): string =>
	credited ? " We added what you paid to your credit." : "";

const works: Readonly<Record<Extract<JobReason, { code: "trouble" }>["work"], string>> = {
	register: "register",
	transfer: "transfer",
	renew: "renew",
	restore: "restore",
	set_up: "set up",
	change: "change your plan to",
	activate: "activate",
	send: "send",
};

type NamedCode = Exclude<
	JobReason["code"],
	"text" | "trouble" | "change_by_hand" | "plan_ended" | "plan_changed" | "plan_too_small"
>;

const texts: Readonly<Record<NamedCode, (name: string) => string>> = {
	activation: (name) => `Our team is activating ${name}. We'll let you know when it's ready.`,
	addon_cancelled: (name) => `You cancelled ${name}, so we did not renew it.`,
	auth_code_refused: (name) =>
		`The authorization code for ${name} was not accepted. Ask your current registrar for a new one and enter it on the domain's page.`,
	ended_before_set_up: (name) => `${name} ended before it was set up.`,
	held: (name) => `Our team is checking your order of ${name}. You don't need to do anything. We'll email you.`,
	in_redemption: (name) =>
		`${name} went into redemption before your payment reached us, so it could not be renewed. You can restore it on its page.`,
	locked: (name) =>
		`${name} is locked or reserved. Unlock it at your current registrar before you order its transfer again.`,
	needs_check: (name) => `Our team needs to check ${name}. We'll email you.`,
	not_in_account: (name) =>
		`${name} is no longer in your account, so we did not renew it. We'll email you about a refund.`,
	not_registered: (name) => `${name} is not registered anywhere, so it can't be transferred.`,
	ordered_twice: (name) => `${name} was already ordered in your account, so this payment was not needed.`,
	packing: () => "We are packing your order. We'll let you know when it ships.",
	price_too_high: (name) => `${name} costs more at its registry than you paid.`,
	refunded_before_sent: (name) => `We refunded ${name} before it was sent.`,
	refused: (name) => `The registry refused ${name}.`,
	registered_by_other: (name) => `Someone else registered ${name} before your payment reached us.`,
	registry_step: (name) => `Our team needs to complete a step for ${name} at its registry.`,
	registry_waits: (name) =>
		`${name} takes longer than usual at its registry. Our team is looking into it. You don't need to do anything.`,
	renewal_refused: (name) => `The registry refused ${name}. Our team is looking into it and will email you.`,
	renewed_otherwise: (name) =>
		`${name} was already renewed after you ordered this, so we did not renew it again. We'll email you about a refund.`,
	restore_refused: (name) => `The registry refused to restore ${name}.`,
	restore_too_late: (name) =>
		`The registry released ${name} before your payment reached us, so it could not be restored.`,
	restored_otherwise: (name) => `${name} was already restored or renewed, so this payment was not needed.`,
	resumed_by_hand: (name) => `Our team is switching ${name} on again. We'll email you when it's done.`,
	set_up_by_hand: (name) => `Our team is setting up ${name}. We'll let you know when it's ready.`,
	transfer_ended: (name) => `You ended the transfer of ${name}.`,
};
