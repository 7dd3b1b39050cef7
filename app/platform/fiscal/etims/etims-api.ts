import { z } from "zod";
import { SECOND } from "~/lib/durations";
import { secretsFrom, tryEach } from "~/lib/secrets";
import { userAgent } from "~/platform/user-agent";

// Addresses, fields and codes: KRA, "Online Sales Control Unit Specification v2.0"
// (kra.go.ke/images/publications/OSCU_Specification_Document_v2.0.pdf), and the behaviour of certified integrations.

export type EtimsEnvironment = "sandbox" | "live";

export interface EtimsOptions {
	readonly environment: EtimsEnvironment;
	/** The seller's KRA PIN. */
	readonly pin: string;
	/** Two digits. */
	readonly branch: string;
	/** The device's communication key. Empty before the device is initialized. */
	readonly cmcKey: string;
	/** Used if the other is refused. */
	readonly previousCmcKey?: string | undefined;
	readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
	readonly timeoutMs?: number;
}

const hosts: Readonly<Record<EtimsEnvironment, string>> = {
	sandbox: "https://etims-api-sbx.kra.go.ke/etims-api",
	live: "https://etims-api.kra.go.ke/etims-api",
};

/** Keys of answers may end with spaces, as in the samples of the specification. */
const data = z.unknown().transform(trimKeys);

const answerSchema = z.object({
	resultCd: z.union([z.string(), z.number()]).transform(String),
	resultMsg: z.string().nullish(),
	data: data.optional(),
});

/** `code`: as KRA sent it. "001" is an empty list. */
export type EtimsAnswer =
	| { readonly kind: "done"; readonly data: unknown }
	| { readonly kind: "empty" }
	| { readonly kind: "error"; readonly code: string; readonly message: string };

export type EtimsApi = ReturnType<typeof createEtimsApi>;

/** KRA's API for online control units. Throws if there is no answer, or none with a result code. */
export function createEtimsApi({
	environment,
	pin,
	branch,
	cmcKey,
	previousCmcKey,
	fetch,
	timeoutMs = 40 * SECOND,
}: EtimsOptions) {
	async function send(path: string, body: Readonly<Record<string, unknown>>, key: string): Promise<EtimsAnswer> {
		const device = { tin: pin, bhfId: branch, ...(key && { cmcKey: key }) };
		const response = await fetch(`${hosts[environment]}${path}`, {
			method: "POST",
			// The specification wants the device in the headers, and KRA's samples have it in the body too.
			headers: { ...userAgent, "Content-Type": "application/json", Accept: "application/json", ...device },
			body: JSON.stringify({ ...device, ...body }),
			redirect: "manual",
			signal: AbortSignal.timeout(timeoutMs),
		});
		const answer = answerSchema.safeParse(trimKeys(await response.json().catch(() => undefined)));
		if (!answer.success) throw new Error(`eTIMS answered ${response.status} without a result code`);
		const { resultCd: code, resultMsg: message, data } = answer.data;
		// "000" in the specification. Other lengths were seen in answers.
		if (/^0+$/.test(code)) return { kind: "done", data };
		return code === "001" ? { kind: "empty" } : { kind: "error", code, message: message ?? "no message" };
	}

	return {
		post: (path: string, body: Readonly<Record<string, unknown>>): Promise<EtimsAnswer> =>
			tryEach(secretsFrom(cmcKey, previousCmcKey), (key) => send(path, body, key), isAboutDevice),
	};
}

/** Result codes, section 4.18: 90x are about the device and its key. */
export const isAboutDevice = (answer: EtimsAnswer): boolean => answer.kind === "error" && /^90\d$/.test(answer.code);

function trimKeys(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(trimKeys);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, one]) => [key.trim(), trimKeys(one)]));
}

const zone = 3 * 60 * 60 * SECOND;

/** `YYYYMMDDhhmmss` in Kenya, which has no daylight saving time. @param at ms */
export const etimsTime = (at: number): string => new Date(at + zone).toISOString().replace(/\D/g, "").slice(0, 14);

/** Ms, or null if it is no such time. */
export function readEtimsTime(text: string): number | null {
	const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
	if (year === undefined) return null;
	const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`);
	return Number.isFinite(at) ? at : null;
}
