import { z } from "zod";
import type { RegistrantChecks } from "../registrant-check";
import { nameOf } from "./domain-object";
import type { Records, Tools } from "./records";

const listed = z.object({
	results: z.array(z.object({ domain: z.string(), is_suspended: z.boolean().nullish() })).nullish(),
});

/**
 * OpenProvider's checks of registrants (docs.openprovider.com/swagger.json, EmailVerification; statuses from the official
 * module, Openprovider-WHMCS-domains): "verified", "in progress", "failed", and "not verified" before the first email.
 */
export function createRegistrantChecks({
	api,
	records,
}: Pick<Tools, "api"> & { readonly records: Records }): RegistrantChecks {
	const verifications = "/customers/verifications/emails";

	return {
		async registrantCheck(held) {
			const found = await records.held(held);
			if (!found) return "not_held";
			const { verification_email_status: status, verification_email_exp_date: deadline } = found;
			if (status === "") return undefined;
			if (status === "verified") return { state: "verified", deadline: null };
			const name = nameOf(found);
			const path = `${verifications}/domains?domain=${encodeURIComponent(name)}&limit=100`;
			const { results } = await api.call({ method: "GET", path, data: listed });
			const isSuspended = results?.some((one) => one.domain.toLowerCase() === name && one.is_suspended);
			return { state: isSuspended ? "suspended" : "pending", deadline };
		},

		async sendRegistrantCheck(held) {
			const found = await records.held(held);
			if (!found) return "not_held";
			const { verification_email_status: status, verification_email_name: email, owner_handle: handle } = found;
			const path = `${verifications}/${status === "not verified" ? "start" : "restart"}`;
			await api.call({ method: "POST", path, body: { email, handle }, data: z.unknown() });
			return "sent";
		},
	};
}
