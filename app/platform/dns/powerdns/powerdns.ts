import { z } from "zod";
import { MINUTE, SECOND } from "~/lib/durations";
import { jsonObjects } from "~/lib/json-objects";
import { parseJson } from "~/lib/read-json";
import { secretsFrom, tryEach } from "~/lib/secrets";
import { userAgent } from "~/platform/user-agent";
import type { DsRecord, Forwarding, ListedZone, RefusedChange, RRset } from "../dns-host";
import { dsOf } from "../ds-record";
import { ServerRefusal, type ZoneServer } from "../owned-zones";

interface Options {
	/** Address of the API's web server, such as `https://dns.example:8443`. */
	readonly url: string;
	readonly apiKey: string;
	/** Used if the other is refused. */
	readonly previousApiKey?: string | undefined;
	readonly nameservers: readonly string[];
	/** Email address for the SOA record. */
	readonly contact: string;
	readonly forwarding: Exclude<Forwarding, { by: "host" }>;
	readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
	readonly timeoutMs?: number;
}

/** Fields of a zone that we use (doc.powerdns.com/authoritative/http-api/zone.html). */
const zoneSchema = z.object({
	account: z.string(),
	serial: z.int().nonnegative(),
	rrsets: z
		.array(
			z.object({
				name: z.string(),
				type: z.string(),
				ttl: z.int().nonnegative(),
				records: z.array(z.object({ content: z.string(), disabled: z.boolean() })),
			}),
		)
		.default([]),
});

/**
 * A zone in the list. The serial is raised with every change through the API (SOA-EDIT-API), and by `pdnsutil edit-zone`.
 * Other changes of the server's database leave it.
 */
const listedZone = z.object({ name: z.string(), serial: z.int().nonnegative(), dnssec: z.boolean() }).transform(
	({ name, serial, dnssec }): ListedZone => ({
		name: name.replace(/\.$/, ""),
		version: `${serial}${dnssec ? " signed" : ""}`,
	}),
);

/** Zones of the list that are returned at once. */
const listedAtOnce = 2_000;

/** Until the list is read to its end. PowerDNS reads all its zones before it sends the first. */
const listTimeoutMs = 5 * MINUTE;

/** doc.powerdns.com/authoritative/http-api/cryptokey.html. `dnskey`: flags, protocol, algorithm, key. */
const keysSchema = z.array(
	z.object({
		keytype: z.enum(["ksk", "zsk", "csk"]),
		active: z.boolean(),
		dnskey: z.string().regex(/^\d+ 3 \d+ \S+$/),
	}),
);

/**
 * PowerDNS Authoritative Server 4.7 or newer (doc.powerdns.com/authoritative/http-api). Names are canonical: lower case,
 * with a trailing dot. Errors are text, except those with status 422, which are `{ error }`.
 */
export function createPowerDns({
	url,
	apiKey,
	previousApiKey,
	nameservers,
	contact,
	forwarding,
	fetch,
	timeoutMs = 10 * SECOND,
}: Options): ZoneServer {
	/** Returns a success, or one of the errors whose meaning depends on the call. @throws for all others */
	async function call(method: string, path: string, body?: unknown, waitMs = timeoutMs): Promise<Response> {
		const isRefused = ({ status }: Response) => status === 401 || status === 403;
		const send = (key: string) =>
			fetch(`${url}/api/v1/servers/localhost${path}`, {
				method,
				headers: { ...userAgent, "X-API-Key": key, ...(body !== undefined && { "Content-Type": "application/json" }) },
				...(body !== undefined && { body: JSON.stringify(body) }),
				redirect: "manual",
				signal: AbortSignal.timeout(waitMs),
			});
		const response = await tryEach(secretsFrom(apiKey, previousApiKey), send, isRefused);
		if (isRefused(response))
			throw new ServerRefusal(`PowerDNS rejected the API key or our address (${response.status})`);
		if (response.ok || [404, 409, 422].includes(response.status)) return response;
		const message = `PowerDNS answered ${response.status} to ${method} ${path}: ${await errorOf(response)}`;
		throw response.status >= 400 && response.status < 500 ? new ServerRefusal(message) : new Error(message);
	}

	/** @throws ServerRefusal unless the server did it or has no such zone */
	async function change(method: string, path: string, body?: unknown): Promise<"done" | "missing"> {
		const response = await call(method, path, body);
		const missing = response.status === 404;
		if (!response.ok && !missing)
			throw new ServerRefusal(`PowerDNS refused ${method} ${path}: ${await errorOf(response)}`);
		await response.body?.cancel();
		return missing ? "missing" : "done";
	}

	async function zoneOf(zone: string, query = ""): Promise<z.output<typeof zoneSchema> | undefined> {
		const response = await call("GET", pathOf(zone, query));
		if (response.status === 404) return undefined;
		return zoneSchema.parse(await response.json());
	}

	async function keysOf(zone: string): Promise<readonly DsRecord[] | undefined> {
		const response = await call("GET", pathOf(zone, "/cryptokeys"));
		if (response.status === 404) return undefined;
		const keys = keysSchema.parse(await response.json());
		const signing = keys.filter(({ keytype, active }) => active && keytype !== "zsk");
		return signing.map(({ dnskey }): DsRecord => {
			const [flags, , algorithm, publicKey = ""] = dnskey.split(" ");
			return dsOf(zone, { flags: Number(flags), algorithm: Number(algorithm), publicKey });
		});
	}

	/** The answer of a list that is being read, and how many zones of it were read. */
	let listing: { readonly objects: AsyncIterator<unknown>; position: number } | undefined;

	/** Begins to read the list of all zones, which PowerDNS sends as one answer, after the first `skipped`. */
	async function openList(skipped: number) {
		const response = await call("GET", "/zones", undefined, listTimeoutMs);
		if (!response.ok || !response.body) throw new Error(`PowerDNS answered ${response.status} to the list of zones`);
		const objects = jsonObjects(response.body)[Symbol.asyncIterator]();
		for (let index = 0; index < skipped; index += 1) await objects.next();
		return { objects, position: skipped };
	}

	async function remove(zone: string): Promise<void> {
		await change("DELETE", pathOf(zone));
	}

	return {
		id: "powerdns",
		nameservers,
		forwarding,
		// PowerDNS has no rate limit. Each four zones take a call of D1, of which a run may make 1,000.
		readsPerMinute: 600,
		// RFC 2181, section 8.
		maxTtl: 2_147_483_647,

		async zones(cursor) {
			const skipped = Number(cursor ?? 0);
			if (listing?.position !== skipped) listing = await openList(skipped);
			const zones: ListedZone[] = [];
			while (zones.length < listedAtOnce) {
				const { value, done } = await listing.objects.next();
				if (done) {
					listing = undefined;
					return { zones, next: null };
				}
				listing.position += 1;
				const { data } = listedZone.safeParse(value);
				// Zones without our mark are left out.
				if (data) zones.push(data);
			}
			return { zones, next: String(listing.position) };
		},

		async replace(zone, account) {
			const present = await zoneOf(zone, "?rrsets=false");
			// A zone that staff made on the server has records that we would lose.
			if (present && !isOurs(present.account))
				throw new ServerRefusal(`PowerDNS has a zone ${zone} that we did not create. Delete it there first.`);
			if (present) await remove(zone);
			const servers = nameservers.map((name) => record(`${name}.`));
			const soa = `${nameservers[0]}. ${mailboxName(contact)} 0 10800 3600 604800 3600`;
			const created = await change("POST", "/zones", {
				name: `${zone}.`,
				// Servers share a database or are updated in another way that the provider chose.
				kind: "Native",
				account,
				// Raises the serial with each change.
				soa_edit_api: "DEFAULT",
				api_rectify: true,
				nameservers: [],
				rrsets: [
					// Without it, PowerDNS takes the one of its configuration, which by default is invalid.
					{ name: `${zone}.`, type: "SOA", ttl: 3600, records: [record(soa)] },
					{ name: `${zone}.`, type: "NS", ttl: 3600, records: servers },
				],
			});
			if (created === "missing") throw new Error("POWERDNS_URL does not lead to PowerDNS's API");
		},

		async read(zone) {
			const found = await zoneOf(zone);
			if (!found) return undefined;
			const rrsets = found.rrsets
				.filter(({ name, type }) => type !== "SOA" && !(type === "NS" && name === `${zone}.`))
				.map(({ name, type, ttl, records }): RRset => {
					const values = records.filter(({ disabled }) => !disabled).map(({ content }) => content);
					return { name, type, ttl, values };
				});
			return { version: found.serial, rrsets };
		},

		async write(zone, changes) {
			// One request is one transaction.
			const response = await call("PATCH", pathOf(zone), { rrsets: changes.map(toChange) });
			if (response.status === 422) return readRefusal(await errorOf(response));
			if (!response.ok) throw new ServerRefusal(`PowerDNS refused to change ${zone}: ${await errorOf(response)}`);
			await response.body?.cancel();
			return "applied";
		},

		async sign(zone) {
			// Creates a key unless there is one.
			if ((await change("PUT", pathOf(zone), { dnssec: true })) === "missing") return undefined;
			const keys = await keysOf(zone);
			if (!keys || keys.length === 0) throw new Error(`PowerDNS has no key for ${zone}`);
			return keys;
		},

		keys: keysOf,

		async unsign(zone) {
			// Deletes the keys.
			await change("PUT", pathOf(zone), { dnssec: false });
		},

		remove,

		async probe() {
			const response = await call("GET", "");
			z.object({ daemon_type: z.literal("authoritative") }).parse(await response.json());
		},
	};
}

const pathOf = (zone: string, rest = ""): string => `/zones/${zone}.${rest}`;

/** Whether we created the zone: its account is a domain's id. */
const isOurs = (account: string): boolean => account.startsWith("dom_");

/** An email address as a domain name (RFC 1035, section 8). */
function mailboxName(address: string): string {
	const [user = "", host = ""] = address.split("@");
	return `${user.replaceAll(".", "\\.")}.${host}.`;
}

const record = (content: string) => ({ content, disabled: false });

const toChange = ({ name, type, ttl, values }: RRset) =>
	values.length > 0
		? { name, type, ttl, changetype: "REPLACE", records: values.map(record) }
		: { name, type, changetype: "DELETE" };

/** The text of an error, without line breaks. */
async function errorOf(response: Response): Promise<string> {
	const text = await response.text().catch(() => "");
	const parsed = z.object({ error: z.string() }).safeParse(parseJson(text));
	return (parsed.success ? parsed.data.error : text).replace(/\s+/g, " ").slice(0, 300);
}

/** Messages of PowerDNS 4.7 about one set (ws-auth.cc). The field that each is about. */
const refusals: readonly { readonly form: RegExp; readonly field: RefusedChange["field"] }[] = [
	{ form: /^RRset (?<name>\S+) IN (?<type>\w+): (?<why>.+)$/, field: "name" },
	{ form: /^Record (?<name>\S+)\/(?<type>\w+) '.*?': (?<why>.+)$/, field: "value" },
	{ form: /^(?<why>Duplicate record) in RRset (?<name>\S+) IN (?<type>\w+)/, field: "value" },
	{ form: /^DNS Name '(?<name>.+)' (?<why>is not canonical)/, field: "name" },
	{ form: /^(?<why>Key 'ttl' .+)$/, field: "ttl" },
];

/** What is wrong with a change, from PowerDNS's message. */
export function readRefusal(message: string): RefusedChange {
	for (const { form, field } of refusals) {
		const { name, type = "", why } = form.exec(message)?.groups ?? {};
		if (why) return { refused: why, field, ...(name && { set: { name, type } }) };
	}
	return { refused: message };
}
