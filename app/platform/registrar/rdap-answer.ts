import type { RegistryState } from "./registrar";

/** Result of an RDAP query for a name. */
export interface Verdict {
	readonly state: Extract<RegistryState, "available" | "taken" | "reserved" | "unknown">;
	readonly reason?: string;
	/** Seconds to wait before the next query to this server. */
	readonly retryAfter?: number;
	/**
	 * Counts as a failure of the server: it is down, busy or no RDAP server. Errors about a single name don't count, or
	 * anyone could block a registry for everyone by searching for names that it rejects.
	 */
	readonly failed?: boolean;
	/** Of a registered name (RFC 8056). */
	readonly statuses?: readonly unknown[];
}

/** The members of RFC 9083 that we use. */
interface RdapBody {
	readonly rdapConformance?: unknown;
	readonly objectClassName?: unknown;
	readonly errorCode?: unknown;
	readonly ldhName?: unknown;
	readonly handle?: unknown;
	readonly events?: readonly unknown[];
	readonly entities?: readonly unknown[];
	readonly nameservers?: readonly unknown[];
	readonly status?: unknown;
}

const unknown = (reason: string, { failed = false } = {}): Verdict => ({ state: "unknown", reason, failed });

/** Characters. */
const maxLength = 256 * 1024;

/**
 * Reads a response of the RDAP server for the name's extension (RFC 7480, 9082, 9083). Only an RDAP document counts as an
 * answer. Errors, redirects and web pages give `unknown`.
 */
export async function readRdapAnswer(name: string, response: Response): Promise<Verdict> {
	const { status } = response;
	const type = response.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase() ?? "";
	if (status === 429 || status === 503) {
		await response.body?.cancel();
		return { ...unknown(`HTTP ${status}`, { failed: true }), retryAfter: seconds(response.headers.get("Retry-After")) };
	}
	if ((status !== 200 && status !== 404) || !/^application\/(rdap\+)?json$/.test(type)) {
		await response.body?.cancel();
		const aboutTheName = status >= 400 && status < 500;
		return unknown(`HTTP ${status} ${type || "without a type"}`, { failed: !aboutTheName });
	}
	const text = await response.text();
	if (text.length > maxLength) return unknown("the answer is too long");
	const body = parse(text);
	if (status === 404) return notFound(type, text, body);
	if (body?.objectClassName !== "domain") return unknown("no domain object in the answer");
	if (typeof body.ldhName === "string" && plain(body.ldhName) !== name)
		return unknown("the answer is about another name");
	const statuses = Array.isArray(body.status) ? body.status : [];
	return registered(body)
		? { state: "taken", statuses }
		: { state: "reserved", reason: "in the registry, but not registered" };
}

/** RDAP's "not found" has its own media type or an error document. An ordinary web server's 404 has neither. */
function notFound(type: string, text: string, body: RdapBody | undefined): Verdict {
	const document = body !== undefined && (Number(body.errorCode) === 404 || Array.isArray(body.rdapConformance));
	const bare = type === "application/rdap+json" && text.trim() === "";
	return document || bare ? { state: "available" } : unknown("a 404 that is not RDAP's");
}

/**
 * KeNIC answers 200 for names that it reserves: a domain object without handle, events and entities.
 */
const registered = ({ handle, events, entities, nameservers }: RdapBody): boolean =>
	(typeof handle === "string" && handle !== "") ||
	[events, entities, nameservers].some((list) => (list?.length ?? 0) > 0);

const plain = (ldhName: string) => ldhName.toLowerCase().replace(/\.$/, "");

function parse(text: string): RdapBody | undefined {
	try {
		const body: unknown = JSON.parse(text);
		return typeof body === "object" && body !== null && !Array.isArray(body) ? body : undefined;
	} catch {
		return undefined;
	}
}

/** Retry-After in seconds, at most ten minutes. A date or an invalid value counts as one minute. */
function seconds(header: string | null): number {
	const value = header === null ? Number.NaN : Number(header);
	return Number.isFinite(value) && value > 0 ? Math.min(value, 600) : 60;
}
