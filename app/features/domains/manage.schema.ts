import { z } from "zod";

/** The switches of a domain's overview. */
export const domainSwitchSchema = z.discriminatedUnion(
	"intent",
	[
		z.object({ intent: z.literal("lock"), on: z.enum(["on", "off"]) }),
		z.object({ intent: z.literal("privacy"), on: z.enum(["on", "off"]) }),
		z.object({ intent: z.literal("auto-renew"), on: z.enum(["on", "off"]) }),
	],
	{ error: "This form is not known here. Reload the page and try again." },
);
/** The same from a list, which says whose. */
export const listedSwitchSchema = domainSwitchSchema.and(z.object({ domainId: z.string().max(64) }));

export type DomainSwitch = z.output<typeof domainSwitchSchema>;

const text = (longest: number) => z.string().max(longest, `Use at most ${longest} characters.`).default("");

export const forwardSchema = z.discriminatedUnion(
	"intent",
	[
		z.object({
			intent: z.literal("add"),
			host: text(253),
			target: text(1_000),
			permanent: z.enum(["yes", "no"], { error: "Choose how." }).transform((value) => value === "yes"),
		}),
		z.object({ intent: z.literal("remove"), host: text(253) }),
	],
	{ error: "This form is not known here. Reload the page and try again." },
);

export const giveUpSchema = z.object({ name: text(260) });
