import { type Asked, whatOf } from "~/features/billing-desk/asked";
import { formatMoment, kenya } from "~/lib/dates";
import { headerText } from "~/lib/email-message";
import { formatMoney } from "~/lib/money";
import type { EmailContent } from "../content";
import { staffTask } from "./staff-tasks";

/** A change above someone's limit. */
interface StaffRequest {
	readonly asked: Asked;
	readonly askedBy: string;
	readonly reason: string;
	/** ms, UTC. */
	readonly expiresAt: number;
}

const factsOf = ({ asked, askedBy, reason }: StaffRequest) =>
	[
		["Amount", formatMoney(asked.money)],
		["For", whatOf(asked)],
		["Asked by", askedBy],
		["Reason", reason],
	] as const;

/** To the people who can approve or refuse it. @param page the address of the desk where they decide */
export const staffApproval = ({ page, ...request }: StaffRequest & { readonly page: string }): EmailContent =>
	staffTask(
		headerText(`Approve or refuse ${whatOf(request.asked)}`, 120),
		[...factsOf(request), ["Until", formatMoment(request.expiresAt, kenya)]],
		[
			`It is above the limit of ${request.askedBy}. Check the amount and the reason, and ask if they are not clear.`,
			`Approve or refuse it at the desk: ${page}`,
		],
		"We send this email once. Without a decision, the request expires and nothing is paid or posted.",
	);

/** To the person who asked. */
export const staffExpiredApproval = (request: StaffRequest): EmailContent =>
	staffTask(
		headerText(`Expired: ${whatOf(request.asked)}`, 120),
		[...factsOf(request), ["Expired", formatMoment(request.expiresAt, kenya)]],
		[
			"Nothing was paid or posted, because no second person decided in time.",
			"If it is still needed, ask again at the desk, and tell someone who may approve it.",
		],
	);

/** A payment provider that refuses our API user. */
export const staffRefusedInitiator = ({
	initiatorOf,
	answer,
}: {
	readonly initiatorOf: string;
	readonly answer: string;
}): EmailContent =>
	staffTask(
		headerText(`The API user at ${initiatorOf} is refused`, 120),
		[
			["Provider", initiatorOf],
			["Its answer", answer],
		],
		[
			"In the M-Pesa organization portal, check that the API user is active and its password has not changed or expired.",
			"Encrypt its password with the certificate of the live service (docs/services/mpesa.md), and set MPESA_INITIATOR and MPESA_SECURITY_CREDENTIAL at once.",
			"Refund a small payment. When it has succeeded, choose Handled in the desk's row, and send the failed refunds again in Today.",
		],
		"We send this email again only after a day. Refunds fail until then, and payments to the paybill are confirmed once an hour.",
	);
