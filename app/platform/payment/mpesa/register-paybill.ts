import { z } from "zod";
import type { Daraja } from "./daraja";

interface Registration {
	readonly daraja: Daraja;
	readonly shortcode: string;
	readonly callbackToken: string;
	readonly appOrigin: string;
	/** A Safaricom number of the company, for the list of payments. */
	readonly nominatedNumber: string;
}

interface Step {
	readonly name: string;
	readonly ok: boolean;
	readonly message: string;
}

const c2bSchema = z.object({ ResponseCode: z.coerce.string(), ResponseDescription: z.coerce.string().default("") });
const pullSchema = z.object({ ResponseStatus: z.coerce.string(), ResponseDescription: z.coerce.string().default("") });

/**
 * Gives Safaricom the addresses for payments to the paybill, and turns on the list of payments. The live service takes the
 * addresses once. Customers may pay if the shop does not answer, because the money is then matched or becomes a review.
 */
export async function registerPaybill(registration: Registration): Promise<Step[]> {
	const { daraja, shortcode, callbackToken, appOrigin, nominatedNumber } = registration;
	const address = (kind: string) => `${appOrigin}/api/payments/daraja/${kind}/${callbackToken}`;

	async function call(name: string, path: string, body: unknown, read: (body: unknown) => Omit<Step, "name">) {
		const answer = await daraja.post(path, body);
		if (answer.kind === "error") return { name, ok: false, message: `${answer.code} ${answer.message}` };
		return { name, ...read(answer.body) };
	}

	const addresses = await call(
		"Addresses for payments to the paybill",
		"/mpesa/c2b/v2/registerurl",
		{
			ShortCode: shortcode,
			ResponseType: "Completed",
			ConfirmationURL: address("confirmation"),
			ValidationURL: address("validation"),
		},
		(body) => {
			const { ResponseCode, ResponseDescription: message } = c2bSchema.parse(body);
			return { ok: ResponseCode === "0", message };
		},
	);
	const list = await call(
		"List of payments",
		"/pulltransactions/v1/register",
		{
			ShortCode: shortcode,
			RequestType: "Pull",
			NominatedNumber: nominatedNumber,
			CallBackURL: address("confirmation"),
		},
		(body) => {
			const { ResponseStatus, ResponseDescription: message } = pullSchema.parse(body);
			// 1001: it is already registered.
			return { ok: ["1000", "1001"].includes(ResponseStatus), message };
		},
	);
	return [addresses, list];
}
