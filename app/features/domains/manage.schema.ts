import { z } from "zod";
import { addonForms } from "~/features/addons/addons.schema";
import { restoreSchema } from "~/features/orders/restore.schema";
import { rowId, unknownForm } from "~/lib/fields.schema";

/** The switches of a domain's overview. */
export const domainSwitchSchema = z.discriminatedUnion(
	"intent",
	[
		z.object({ intent: z.literal("lock"), on: z.enum(["on", "off"]) }),
		z.object({ intent: z.literal("privacy"), on: z.enum(["on", "off"]) }),
		z.object({ intent: z.literal("auto-renew"), on: z.enum(["on", "off"]) }),
	],
	{ error: unknownForm },
);
/** Forms of a transfer whose authorization code was refused. */
const refusedTransferSchema = [
	z.object({ intent: z.literal("auth-code"), authCode: z.string().max(1_000, "Use at most 1000 characters.") }),
	z.object({ intent: z.literal("take-credit") }),
] as const;

/** Sends the email to the registrant again. */
const registrantCheckSchema = z.object({ intent: z.literal("registrant-check") });

/** Takes back the offer of a domain to another customer. */
const withdrawPushSchema = z.object({ intent: z.literal("withdraw-push") });

/** Answers to a transfer to another registrar. */
const transferAnswers = [
	z.object({ intent: z.literal("approve-transfer") }),
	z.object({ intent: z.literal("reject-transfer") }),
] as const;

/** Every form of a domain's overview. */
export const domainOverviewSchema = z.discriminatedUnion(
	"intent",
	[
		...domainSwitchSchema.options,
		...refusedTransferSchema,
		registrantCheckSchema,
		restoreSchema,
		withdrawPushSchema,
		...transferAnswers,
		...addonForms,
	],
	{ error: unknownForm },
);

/** A switch in a list, with the id of its domain. */
export const listedSwitchSchema = domainSwitchSchema.and(z.object({ domainId: rowId }));

export type DomainSwitch = z.output<typeof domainSwitchSchema>;

const text = (longest: number) => z.string().max(longest, `Use at most ${longest} characters.`).default("");

export const forwardSchema = z.discriminatedUnion(
	"intent",
	[
		z.object({
			intent: z.literal("add"),
			host: text(253),
			target: text(1_000),
			permanent: z.enum(["yes", "no"], { error: "Choose a type." }).transform((value) => value === "yes"),
		}),
		z.object({ intent: z.literal("remove"), host: text(253) }),
	],
	{ error: unknownForm },
);

export const deleteDomainSchema = z.object({ name: text(260) });
