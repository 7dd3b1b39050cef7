import { z } from "zod";
import { DAY } from "~/lib/durations";
import type { RegistrantChecks } from "../registrant-check";
import type { ResellerClubApi } from "./api";
import type { Records } from "./records";

/** How long the registrant has after `raaVerificationStartTime`. */
const longestMs = 15 * DAY;

/** `true`, or `{"result": "true"}` (drzigman/WWW-LogicBoxes). */
const wasSent = z.union([
	z.boolean(),
	z.object({ result: z.string() }).transform(({ result }) => result.toLowerCase() === "true"),
]);

/** ResellerClub's checks of registrants (status: manage.resellerclub.com/kb/answer/770. The email: drzigman/WWW-LogicBoxes). */
export function createRegistrantChecks({
	api,
	records,
}: {
	readonly api: ResellerClubApi;
	readonly records: Records;
}): RegistrantChecks {
	return {
		async registrantCheck(held) {
			const found = await records.held(held);
			if (!found) return "not_held";
			const { raaVerificationStatus: status, raaVerificationStartTime: start } = found;
			const deadline = start === null ? null : start + longestMs;
			switch (status.toLowerCase()) {
				case "verified":
					return { state: "verified", deadline: null };
				case "pending":
					return { state: "pending", deadline };
				case "suspended":
					return { state: "suspended", deadline };
				default:
					return undefined;
			}
		},

		async sendRegistrantCheck(held) {
			const found = await records.held(held);
			if (!found) return "not_held";
			const sent = await api.post("domains/raa/resend-verification", { "order-id": found.orderid }, wasSent);
			if (!sent) throw new Error(`ResellerClub did not send the email about ${found.domainname}`);
			return "sent";
		},
	};
}
