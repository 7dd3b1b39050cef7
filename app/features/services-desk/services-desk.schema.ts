import { z } from "zod";
import { email } from "~/features/accounts/account.schema";
import { completeJobFields } from "~/features/orders/job.schema";
import { reason, version } from "~/features/staff/members.schema";
import { rowId } from "~/lib/fields.schema";
import { cursorText, searchText } from "~/lib/list.schema";
import { registrarIds } from "~/platform/registrar/registrar-routes";
import { domainFilters, expiryWindows } from "./service-filters";

/** A filter. An invalid value counts as none. */
const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
	z.enum(values).optional().catch(undefined);

const within = choice(expiryWindows);

/** Without the leading dot, in lower case. */
const extension = searchText.transform((text) => text.toLowerCase().replace(/^\.+/, "") || undefined);

export const domainsQuerySchema = z.object({
	q: searchText,
	status: choice(domainFilters),
	registrar: choice(registrarIds),
	tld: extension,
	within,
	after: cursorText,
});
export type DomainsQuery = z.output<typeof domainsQuerySchema>;

export const reasonForm = z.object({ reason });
export const changeRegistrarForm = z.object({
	version,
	registrar: z.enum(registrarIds, { error: "Choose a registrar." }),
	reason,
});
export type ChangeRegistrar = z.output<typeof changeRegistrarForm>;
export const offerForm = z.object({ email, reason });
export const jobForm = z.object({ jobId: rowId });
export const completeForm = jobForm.extend({ ...completeJobFields, reason });
export type CompleteJob = z.output<typeof completeForm>;
