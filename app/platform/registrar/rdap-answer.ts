import type { RegistryState } from "./registrar";

/** What an RDAP response says about a name, and why where that is nothing. */
export interface Verdict {
	readonly state: Extract<RegistryState, "available" | "taken" | "reserved" | "unknown">;
	readonly reason?: string;
	/** The server asks to be left alone: seconds. */
	readonly retryAfter?: number;
	/**
	 * Counts against the server: it is down, busy or no RDAP server. What it says about one name does not, or anyone could
	 * close a registry for everybody by asking about names that it refuses.
	 */
	readonly failed?: boolean;
}

/** The members of RFC 9083 that decide. */
interface RdapBody {
	readonly rdapConformance?: unknown;
	readonly objectClassName?: unknown;
	readonly errorCode?: unknown;
	readonly ldhName?: unknown;
	readonly handle?: unknown;
	readonly events?: readonly unknown[];
	readonly entities?: readonly unknown[];
	readonly nameservers?: readonly unknown[];
}

const unknown = (reason: string, { failed = false } = {}): Verdict => ({ state: "unknown", reason, failed });

const longest = 256 * 1024;

/**
 * Judges an answer of the server that is bound to the name's extension (RFC 7480, 9082, 9083). Only an RDAP document
 * counts, found or not found; refusals, errors, redirects and web pages mean that nobody has said anything.
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
	if (text.length > longest) return unknown("the answer is too long");
	const body = parse(text);
	if (status === 404) return notFound(type, text, body);
	if (body?.objectClassName !== "domain") return unknown("no domain object in the answer");
	if (typeof body.ldhName === "string" && plain(body.ldhName) !== name)
		return unknown("the answer is about another name");
	return registered(body) ? { state: "taken" } : { state: "reserved", reason: "known to the registry, held by nobody" };
}

/** "Not found" as RDAP says it: its own media type, or an error document. A web server's 404 has neither. */
function notFound(type: string, text: string, body: RdapBody | undefined): Verdict {
	const document = body !== undefined && (Number(body.errorCode) === 404 || Array.isArray(body.rdapConformance));
	const bare = type === "application/rdap+json" && text.trim() === "";
	return document || bare ? { state: "available" } : unknown("a 404 that is not RDAP's");
}

/**
 * KeNIC answers 200 for strings that its policy keeps back: a domain object that nobody holds, without handle,
 * events and entities.
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

/** Retry-After in seconds; a date or nonsense counts as a minute, and nobody makes us wait longer than ten. */
function seconds(header: string | null): number {
	const value = header === null ? Number.NaN : Number(header);
	return Number.isFinite(value) && value > 0 ? Math.min(value, 600) : 60;
}
