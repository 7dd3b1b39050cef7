import { z } from "zod";
import { email } from "~/features/accounts/account.schema";
import { completeJobFields } from "~/features/orders/job.schema";
import { planChangeSchema } from "~/features/orders/plan-change.schema";
import { reason, version } from "~/features/staff/members.schema";
import { requiredLine, rowId } from "~/lib/fields.schema";
import { kenyanTime } from "~/lib/kenyan-day";
import { choiceFilter, cursorText, textFilter } from "~/lib/list.schema";
import { zoneServices } from "~/platform/dns/dns-host";
import { registrarIds } from "~/platform/registrar/registrar-routes";
import { domainFilters, expiryWindows, planFilters } from "./service-filters";

const within = choiceFilter(expiryWindows);

/** Without the leading dot, in lower case. */
const extension = textFilter(63).transform((text) => text.toLowerCase().replace(/^\.+/, "") || undefined);

export const domainsQuerySchema = z.object({
	q: textFilter(),
	status: choiceFilter(domainFilters),
	registrar: choiceFilter(registrarIds),
	tld: extension,
	within,
	after: cursorText,
});
export type DomainsQuery = z.output<typeof domainsQuerySchema>;

/** An exact name, as it is in the catalogue or the configuration. */
const name = textFilter().transform((text) => text || undefined);

export const plansQuerySchema = z.object({
	q: textFilter(),
	status: choiceFilter(planFilters),
	server: name,
	plan: name,
	within,
	after: cursorText,
});
export type PlansQuery = z.output<typeof plansQuerySchema>;

/** The customer reads it, too. */
const publicReason = requiredLine("Enter a reason. The customer sees it.", 200);

/** The start of a day in Kenya (ms), or null. */
const untilDay = z
	.union([z.literal(""), z.iso.date("Enter a date such as 2027-11-22.")])
	.optional()
	.transform((day) => (day ? kenyanTime(day, 0) : null));

export const suspendForm = z.object({ version, until: untilDay, reason: publicReason });
export type SuspendPlan = z.output<typeof suspendForm>;
export const versionForm = z.object({ version });
export const versionedReasonForm = versionForm.extend({ reason });
/** With the amounts that the page showed. */
export const changePlanForm = planChangeSchema.omit({ planId: true }).extend({ reason });
export type ChangePlan = z.output<typeof changePlanForm>;
export const endForm = z.object({ version, reason: publicReason });
export type ChangedPlan = z.output<typeof endForm>;

export const reasonForm = z.object({ reason });
export const changeRegistrarForm = versionedReasonForm.extend({
	registrar: z.enum(registrarIds, { error: "Choose a registrar." }),
});
export type ChangeRegistrar = z.output<typeof changeRegistrarForm>;
export const offerForm = versionedReasonForm.extend({ email });
export type OfferDomain = z.output<typeof offerForm>;
export const moveZoneForm = versionedReasonForm.extend({
	service: z.enum(zoneServices, { error: "Choose a DNS service." }),
});
export type MoveZone = z.output<typeof moveZoneForm>;
export const jobForm = z.object({ jobId: rowId });
export const completeForm = jobForm.extend({ ...completeJobFields, reason });
export type CompleteJob = z.output<typeof completeForm>;

/** `seen`: what the preview showed. `key`: the same for each copy of the form. */
const previewed = z.object({ seen: z.string().max(64), key: z.string().min(8).max(64) });
export const selectedPlansForm = previewed.extend({ until: untilDay, reason: publicReason });
export const selectedDomainsForm = previewed;
export const reasonedDomainsForm = previewed.extend({ reason });
