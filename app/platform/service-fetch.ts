import { failureReason } from "~/lib/failure-reason";
import { logger } from "~/lib/log.server";
import { maskedPath } from "~/lib/masked-path";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

interface Service {
	/** A header of the answer with the service's id of the call. */
	readonly header?: string;
	/** Finds the id of the call, or of what it is about, in an answer. Answers of such a service are small. */
	readonly inBody?: RegExp;
	/** Whether each path ends with data that may look like a word. */
	readonly endsWithData?: boolean;
}

/** The value of one of these members of a JSON object. */
const member = (...names: string[]) => new RegExp(`"(?:${names.join("|")})"\\s*:\\s*"?([\\w.=~-]{1,80})`);

/** The outside services that are called by HTTP, with where their answers have an id that their support asks for. */
const services = {
	breached_passwords: { endsWithData: true },
	cloudflare_dns: { header: "cf-ray" },
	directadmin: {},
	dns_over_https: {},
	epp_bridge: {},
	etims: { inBody: member("rcptNo") },
	mpesa: { inBody: member("CheckoutRequestID", "ConversationID", "OriginatorConversationID", "requestId") },
	openprovider: {},
	paypal: { header: "paypal-debug-id" },
	paystack: { inBody: member("reference", "transaction_reference") },
	pesapal: { inBody: member("order_tracking_id", "confirmation_code") },
	powerdns: {},
	rdap: { endsWithData: true },
	resellerclub: { inBody: member("entityid", "orderid") },
	resend: { inBody: member("id") },
	whm: {},
} as const satisfies Record<string, Service>;

export type ServiceName = keyof typeof services;

/**
 * `fetch` for the calls of one outside service. Each call is a line of the log: never its body, its query, or a part of
 * its path that may be data.
 */
export function serviceFetch(service: ServiceName, send: Fetch = (url, init) => fetch(url, init)): Fetch {
	const about: Service = services[service];
	return async (url, init) => {
		const startedAt = Date.now();
		const { hostname: host, pathname } = new URL(url);
		const path = about.endsWithData ? pathname.replace(/[^/]+$/, ":") : maskedPath(pathname);
		const call = { service, host, operation: `${init.method ?? "GET"}:${path}` };
		try {
			const response = await send(url, init);
			const { status } = response;
			const [answer, providerId] = about.inBody
				? await withBodyId(response, about.inBody)
				: [response, about.header ? response.headers.get(about.header) : null];
			const line = { ...call, status, outcome: outcomeOf(status), durationMs: Date.now() - startedAt, providerId };
			if (status >= 500 || status === 429) logger.warn("outside_call", line);
			else logger.info("outside_call", line);
			return answer;
		} catch (error) {
			logger.warn("outside_call", { ...call, outcome: failureReason(error), durationMs: Date.now() - startedAt });
			throw error;
		}
	};
}

function outcomeOf(status: number): string {
	if (status < 400) return "ok";
	if (status === 404) return "not_found";
	return failureReason(new Error(`HTTP ${status}`));
}

/** The response, whose body was read to find the id. */
async function withBodyId(response: Response, pattern: RegExp): Promise<[Response, string | null]> {
	if (!response.body) return [response, null];
	const body = await response.text();
	const [, id = null] = pattern.exec(body) ?? [];
	const { status, statusText, headers } = response;
	return [new Response(body, { status, statusText, headers }), id];
}
