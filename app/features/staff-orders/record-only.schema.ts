import { z } from "zod";
import { optionalAmount } from "~/features/billing-desk/billing-desk.schema";
import { reason } from "~/features/staff/members.schema";
import { oneLine, requiredLine } from "~/lib/fields.schema";
import { registrarIds } from "~/platform/registrar/registrar-routes";

/** The last day of the paid term, as registries count: in UTC. */
const expiresAt = z.iso
	.date("Enter the day until which it is paid.")
	.transform((day) => Date.parse(`${day}T00:00:00Z`))
	.refine((at) => at < Date.UTC(2100, 0, 1), "Enter a date before 2100.");

export const recordDomainSchema = z.object({
	domain: requiredLine("Enter the domain.", 253),
	registrar: z.enum(registrarIds, { error: "Choose the registrar that holds it." }),
	expiresAt,
	/** For a registrar that can't be asked, separated by spaces or commas. */
	nameservers: oneLine.pipe(z.string().max(500, "Use at most 500 characters.")).default(""),
	autoRenew: z.literal("on").optional(),
	reason,
});
export type RecordDomain = z.output<typeof recordDomainSchema>;

export const recordAddonSchema = z.object({
	/** The product's id and the term: `addon-ssl:annual`. */
	what: z.string({ error: "Choose the add-on." }).min(1, "Choose the add-on.").max(100),
	/** Its domain or plan, as `addonRefValue` writes it. */
	of: z.string({ error: "Choose the domain or plan." }).min(1, "Choose the domain or plan.").max(310),
	/** As for a plan. */
	price: optionalAmount,
	expiresAt,
	reason,
});
export type RecordAddon = z.output<typeof recordAddonSchema>;

export const recordPlanSchema = z.object({
	/** The product's id and the term: `web-starter:annual`. */
	what: z.string({ error: "Choose the plan." }).min(1, "Choose the plan.").max(100),
	domain: oneLine.pipe(z.string().max(253, "Use at most 253 characters.")).default(""),
	server: oneLine.pipe(z.string().max(100)).default(""),
	account: oneLine.pipe(z.string().max(100, "Use at most 100 characters.")).default(""),
	/** What its customer pays for each term from the next renewal on, without tax. Undefined: the price of the catalogue. */
	price: optionalAmount,
	expiresAt,
	reason,
});
export type RecordPlan = z.output<typeof recordPlanSchema>;
