import { Hono } from "hono";
import { randomToken } from "~/lib/ids";
import { dsOf } from "~/platform/dns/ds-record";
import { createFaults } from "./faults";

interface RecordData {
	content: string;
	disabled: boolean;
}

interface SetData {
	name: string;
	type: string;
	ttl: number;
	records: RecordData[];
}

interface ZoneData {
	name: string;
	kind: string;
	account: string;
	serial: number;
	soaEditApi: string;
	sets: SetData[];
	/** Base64. */
	keys: string[];
}

type SetChange = Partial<SetData> & { changetype?: string };

/** A request that PowerDNS answers with 422. */
class Refusal extends Error {}

/**
 * PowerDNS 4.7.3 with the gsqlite3 backend, as it answered on a test machine. Errors are text, except those with status
 * 422, which are `{ error }`. `tests/worker/dns-hosts.test.ts` runs the same tests with the real server.
 */
export function createPowerDnsService({ clock, apiKey }: { clock: () => number; apiKey: string }) {
	const zones = new Map<string, ZoneData>();

	/** `YYYYMMDD01`, or the next number if that is not higher (SOA-EDIT-API: DEFAULT). */
	function raise(zone: ZoneData): void {
		if (zone.soaEditApi === "DEFAULT") {
			const today = Number(`${new Date(clock()).toISOString().slice(0, 10).replaceAll("-", "")}01`);
			zone.serial = Math.max(today, zone.serial + 1);
		}
		const soa = zone.sets.find(({ type }) => type === "SOA");
		for (const one of soa?.records ?? []) one.content = one.content.replace(/^(\S+ \S+) \d+/, `$1 ${zone.serial}`);
	}

	const body = ({ keys, sets, soaEditApi, ...zone }: ZoneData, withSets: boolean) => ({
		...zone,
		id: zone.name,
		dnssec: keys.length > 0,
		edited_serial: zone.serial,
		soa_edit: "",
		soa_edit_api: soaEditApi,
		...(withSets && { rrsets: sets.map((set) => ({ ...set, comments: [] })) }),
	});

	const keyOf = (zone: ZoneData, publicKey: string, index: number) => {
		const ds = dsOf(zone.name.slice(0, -1), { flags: 257, algorithm: 13, publicKey });
		return {
			active: true,
			algorithm: "ECDSAP256SHA256",
			bits: 256,
			dnskey: `257 3 13 ${publicKey}`,
			ds: [`${ds.keyTag} 13 1 ${"0".repeat(40)}`, `${ds.keyTag} 13 2 ${ds.digest}`],
			flags: 257,
			id: index + 1,
			keytype: "csk",
			published: true,
			type: "Cryptokey",
		};
	};

	const app = new Hono().basePath("/api/v1/servers/localhost");
	app.use(async (context, next) => {
		if (context.req.header("X-API-Key") !== apiKey) return context.text("Unauthorized", 401);
		await next();
	});
	app.onError((error, context) =>
		error instanceof Refusal
			? context.json({ error: error.message }, 422)
			: context.text(
					error instanceof SyntaxError ? "Bad Request" : String(error),
					error instanceof SyntaxError ? 400 : 500,
				),
	);
	app.notFound((context) => context.text("Not Found", 404));

	app.get("/", (context) => context.json({ daemon_type: "authoritative", id: "localhost", version: "4.7.3" }));

	app.post("/zones", async (context) => {
		const sent = await context.req.json();
		canonical(sent.name);
		if (zones.has(sent.name)) return context.text("Conflict", 409);
		for (const name of sent.nameservers ?? [])
			if (!name.endsWith(".")) throw new Refusal(`Nameserver is not canonical: '${name}'`);
		const zone: ZoneData = {
			...{ name: sent.name, kind: sent.kind, account: sent.account ?? "", serial: 0 },
			...{ soaEditApi: sent.soa_edit_api ?? "DEFAULT", sets: [], keys: [] },
		};
		for (const set of sent.rrsets ?? []) put(zone, { ...set, changetype: "REPLACE" });
		raise(zone);
		zones.set(zone.name, zone);
		return context.json(body(zone, true), 201);
	});

	app.get("/zones", (context) => context.json([...zones.values()].map((zone) => body(zone, false))));

	app.use("/zones/:zone/*", async (context, next) => {
		if (!zones.has(context.req.param("zone"))) return context.text("Not Found", 404);
		await next();
	});
	const zoneOf = (name: string): ZoneData => {
		const zone = zones.get(name);
		if (!zone) throw new Error(`No zone ${name}`);
		return zone;
	};

	app.get("/zones/:zone", (context) =>
		context.json(body(zoneOf(context.req.param("zone")), context.req.query("rrsets") !== "false")),
	);

	app.patch("/zones/:zone", async (context) => {
		const zone = zoneOf(context.req.param("zone"));
		const { rrsets } = await context.req.json<{ rrsets: SetChange[] }>();
		// A transaction: all or none.
		const changed = { ...zone, sets: structuredClone(zone.sets) };
		for (const set of rrsets) put(changed, set);
		raise(changed);
		zones.set(zone.name, changed);
		return context.body(null, 204);
	});

	app.put("/zones/:zone", async (context) => {
		const zone = zoneOf(context.req.param("zone"));
		const sent = await context.req.json<{ dnssec?: boolean; account?: string }>();
		if (sent.account !== undefined) zone.account = sent.account;
		if (sent.dnssec === true && zone.keys.length === 0) {
			zone.keys.push(btoa(randomToken().repeat(2).slice(0, 64)));
			raise(zone);
		}
		if (sent.dnssec === false && zone.keys.length > 0) {
			zone.keys = [];
			raise(zone);
		}
		return context.body(null, 204);
	});

	app.delete("/zones/:zone", (context) => {
		zones.delete(context.req.param("zone"));
		return context.body(null, 204);
	});

	app.get("/zones/:zone/cryptokeys", (context) => {
		const zone = zoneOf(context.req.param("zone"));
		return context.json(zone.keys.map((key, index) => keyOf(zone, key, index)));
	});

	const faults = createFaults((request) => app.fetch(request));
	return { fetch: faults.fetch, faults, zones };
}

function canonical(name: string): void {
	if (!name.endsWith(".")) throw new Refusal(`DNS Name '${name}' is not canonical`);
}

/** Applies one change of a set. @throws Refusal with PowerDNS's message */
function put(zone: ZoneData, { name = "", type = "", ttl, records = [], changetype }: SetChange): void {
	canonical(name);
	const lower = name.toLowerCase();
	if (lower !== zone.name && !lower.endsWith(`.${zone.name}`))
		throw new Refusal(`RRset ${lower} IN ${type}: Name is out of zone`);
	zone.sets = zone.sets.filter((set) => !(set.name === lower && set.type === type));
	if (changetype === "DELETE") return;
	if (typeof ttl !== "number") throw new Refusal("Key 'ttl' not an Integer or not present");
	for (const [index, { content }] of records.entries()) {
		check(lower, type, content);
		if (records.findIndex((one) => one.content === content) !== index)
			throw new Refusal(`Duplicate record in RRset ${lower} IN ${type} with content "${content}"`);
	}
	const others = zone.sets.filter((set) => set.name === lower);
	if (type === "CNAME" ? others.length > 0 : others.some((set) => set.type === "CNAME"))
		throw new Refusal(`RRset ${lower} IN ${type}: Conflicts with pre-existing RRset`);
	zone.sets.push({ name: lower, type, ttl, records });
}

function check(name: string, type: string, content: string): void {
	if (type === "TXT" && !content.startsWith('"'))
		throw new Refusal(`Record ${name}/TXT '${content}': Not in expected format (parsed as '"${content}"')`);
	if (type === "A" && !/^\d+\.\d+\.\d+\.\d+$/.test(content))
		throw new Refusal(
			`Record ${name}/A '${content}': Parsing record content (try 'pdnsutil check-zone'): while parsing IP address, expected digits at position 0 in '${content}'`,
		);
	const target = type === "CNAME" || type === "MX" || type === "NS" || type === "SRV" ? content.split(" ").at(-1) : ".";
	if (!target?.endsWith("."))
		throw new Refusal(`Record ${name}/${type} '${content}': Not in expected format (parsed as '${content}.')`);
}
