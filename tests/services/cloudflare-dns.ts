import { type Context, Hono } from "hono";
import { MINUTE, SECOND } from "~/lib/durations";
import { dsOf } from "~/platform/dns/ds-record";
import { createFaults } from "./faults";

interface RecordData {
	id: string;
	name: string;
	type: string;
	ttl: number;
	proxied: boolean;
	comment: string | null;
	content: string;
	priority?: number | undefined;
	data?: Record<string, unknown> | undefined;
}

interface ZoneData {
	id: string;
	name: string;
	status: string;
	name_servers: readonly string[];
	dnssec: "active" | "pending" | "disabled" | "pending-disabled";
	modified_on: string;
	records: RecordData[];
}

type Sent = Partial<RecordData> & { id?: string };

/** A request that Cloudflare refuses. */
class Refusal extends Error {
	constructor(
		readonly status: 400 | 403 | 404 | 429,
		readonly code: number,
		message: string,
		readonly more: object = {},
	) {
		super(message);
	}
}

/** Cloudflare signs all zones with the same key, so their DS records differ only by the name. */
const publicKey = btoa("one key signs every zone of this service, as it is at Cloudflare".padEnd(64, "."));

/**
 * What a free plan allows in one batch and in one zone (developers.cloudflare.com/dns/manage-dns-records). The code of the
 * refusal of a batch is not documented.
 */
const most = 200;

const addressTypes = ["A", "AAAA", "CNAME"];

/** Cloudflare's API v4 for zones, records and DNSSEC, with the limits of a free plan and its quirks. */
export function createCloudflareDnsService({
	clock,
	token,
	account,
	nameservers,
	callsAllowed = 1_200,
}: {
	clock: () => number;
	token: string;
	account: string;
	nameservers: readonly string[];
	/** In five minutes. */
	callsAllowed?: number;
}) {
	const zones = new Map<string, ZoneData>();
	/** Names of zones in accounts of others. A zone of that name gets other nameservers. */
	const elsewhere = new Set<string>();
	const calls: string[] = [];
	const limit = { since: clock(), calls: 0 };
	let nextId = 1;
	const newId = () => (nextId++).toString(16).padStart(32, "0");

	const app = new Hono().basePath("/client/v4");
	const success = (context: Context, result: unknown, info?: object) =>
		context.json({ success: true, errors: [], messages: [], result, ...(info && { result_info: info }) });

	app.onError((error, context) => {
		if (!(error instanceof Refusal)) return context.text(String(error), 500);
		const { status, code, message, more } = error;
		return context.json(
			{ success: false, errors: [{ code, message, ...more }], messages: [], result: null },
			status,
			status === 429 ? { "Retry-After": String(Math.ceil((limit.since + 5 * MINUTE - clock()) / SECOND)) } : {},
		);
	});

	app.use(async (context, next) => {
		calls.push(`${context.req.method} ${context.req.path}`);
		if (clock() >= limit.since + 5 * MINUTE) Object.assign(limit, { since: clock(), calls: 0 });
		limit.calls += 1;
		if (limit.calls > callsAllowed)
			throw new Refusal(429, 971, "Please wait and consider throttling your request speed");
		const [scheme, sent = ""] = (context.req.header("Authorization") ?? "").split(" ");
		if (scheme !== "Bearer" || sent.length < 20)
			throw new Refusal(400, 6003, "Invalid request headers", {
				error_chain: [{ code: 6111, message: "Invalid format for Authorization header" }],
			});
		if (sent !== token) throw new Refusal(403, 9109, "Invalid access token");
		await next();
	});

	const shown = ({ records: _, dnssec: __, ...zone }: ZoneData) => ({
		...zone,
		account: { id: account },
		type: "full",
	});
	const zoneOf = (id: string): ZoneData => {
		const zone = [...zones.values()].find((one) => one.id === id);
		if (!zone)
			throw new Refusal(404, 7003, `Could not route to /zones/${id}, perhaps your object identifier is invalid?`);
		return zone;
	};

	app.get("/zones", (context) => {
		const { name, "account.id": owner } = context.req.query();
		const found = [...zones.values()].filter((zone) => name === undefined || zone.name === name);
		const size = Number(context.req.query("per_page") ?? 20);
		if (size < 5 || size > 50) throw new Refusal(400, 1015, "Invalid per_page");
		const page = Number(context.req.query("page") ?? 1);
		const listed = owner === account ? found.slice((page - 1) * size, page * size).map(shown) : [];
		return success(context, listed, { page, total_pages: Math.ceil(found.length / size) });
	});

	app.post("/zones", async (context) => {
		const sent = await context.req.json<{ name: string; account: { id: string } }>();
		if (sent.account.id !== account) throw new Refusal(403, 0, "Requires permission to create zones for the account");
		if (zones.has(sent.name)) throw new Refusal(400, 1061, `${sent.name} already exists`);
		const name_servers = elsewhere.has(sent.name) ? ["ada.ns.cloudflare.test", "bob.ns.cloudflare.test"] : nameservers;
		const zone: ZoneData = {
			...{ id: newId(), name: sent.name, status: "pending", name_servers },
			...{ dnssec: "disabled", records: [], modified_on: new Date(clock()).toISOString() },
		};
		zones.set(zone.name, zone);
		return success(context, shown(zone));
	});

	app.delete("/zones/:id", (context) => {
		const { id, name } = zoneOf(context.req.param("id"));
		zones.delete(name);
		return success(context, { id });
	});

	app.get("/zones/:id/dns_records", (context) => {
		const { records } = zoneOf(context.req.param("id"));
		const [size, page] = [Number(context.req.query("per_page") ?? 100), Number(context.req.query("page") ?? 1)];
		const info = { page, per_page: size, total_pages: Math.max(1, Math.ceil(records.length / size)) };
		return success(context, records.slice((page - 1) * size, page * size), info);
	});

	app.post("/zones/:id/dns_records/batch", async (context) => {
		const zone = zoneOf(context.req.param("id"));
		const { deletes = [], patches = [], puts = [], posts = [] } = await context.req.json<Record<string, Sent[]>>();
		if (deletes.length + patches.length + puts.length + posts.length > most)
			throw new Refusal(400, 81_000, `You can make at most ${most} changes in one batch`);
		// A transaction, in this order.
		let records = structuredClone(zone.records);
		const only = (id: string | undefined) => {
			const found = records.find((one) => one.id === id);
			if (!found) throw new Refusal(400, 81_044, "Record does not exist.");
			return found;
		};
		for (const { id } of deletes) {
			const gone = only(id);
			records = records.filter((one) => one !== gone);
		}
		for (const [index, put] of puts.entries()) {
			const old = only(put.id);
			records = records.filter((one) => one !== old);
			records.push(stored(zone, records, { ...put, id: old.id }, `/puts/${index}`));
		}
		for (const [index, post] of posts.entries())
			records.push(stored(zone, records, { ...post, id: newId() }, `/posts/${index}`));
		if (records.length > most) throw new Refusal(400, 81_045, "The record quota has been reached.");
		zone.records = records;
		return success(context, { deletes, patches, puts, posts });
	});

	const dnssecOf = ({ name, dnssec }: ZoneData) => {
		if (dnssec === "disabled") return { status: dnssec, flags: null, algorithm: null, public_key: null };
		const ds = dsOf(name, { flags: 257, algorithm: 13, publicKey });
		return {
			...{ status: dnssec, flags: 257, algorithm: "13", key_type: "ECDSAP256SHA256", public_key: publicKey },
			...{ digest_type: "2", digest_algorithm: "SHA256", digest: ds.digest.toUpperCase(), key_tag: ds.keyTag },
		};
	};
	app.get("/zones/:id/dnssec", (context) => success(context, dnssecOf(zoneOf(context.req.param("id")))));
	app.patch("/zones/:id/dnssec", async (context) => {
		const zone = zoneOf(context.req.param("id"));
		const { status } = await context.req.json<{ status: "active" | "disabled" }>();
		if (status === "active" ? zone.dnssec !== "disabled" : zone.dnssec === "disabled")
			throw new Refusal(400, 1004, "DNSSEC already has this status");
		// It is active when Cloudflare has seen the DS record at the registry.
		zone.dnssec = status === "active" ? "pending" : "disabled";
		return success(context, dnssecOf(zone));
	});

	const faults = createFaults((request) => app.fetch(request));
	return { fetch: faults.fetch, faults, zones, elsewhere, calls };
}

/** A record as Cloudflare stores it. @throws Refusal with Cloudflare's code */
function stored(zone: ZoneData, others: readonly RecordData[], sent: Sent, place: string): RecordData {
	const refuse = (code: number, message: string, field: string) =>
		new Refusal(400, code, message, { source: { pointer: `${place}/${field}` } });
	const { type = "", ttl = 1, data } = sent;
	const name = (sent.name ?? "").toLowerCase().replace(/\.$/, "");
	if (name !== zone.name && !name.endsWith(`.${zone.name}`)) throw refuse(9000, "DNS name is invalid.", "name");
	if (ttl !== 1 && (ttl < 60 || ttl > 86_400))
		throw refuse(9021, "Invalid TTL. Must be between 60 and 86400 seconds, or 1 for Automatic.", "ttl");
	if ((type === "SRV" || type === "CAA") && !data) throw refuse(9101, `data is required for ${type} records.`, "data");
	if (sent.proxied && !addressTypes.includes(type))
		throw refuse(9004, "This record type cannot be proxied.", "proxied");
	if (type === "A" && !/^\d+\.\d+\.\d+\.\d+$/.test(sent.content ?? ""))
		throw refuse(9005, "Content for A record must be a valid IPv4 address.", "content");
	const record: RecordData = {
		...{ id: sent.id ?? "", name, type, ttl: sent.proxied ? 1 : ttl, proxied: sent.proxied ?? false },
		...{ comment: sent.comment ?? null, content: contentOf(type, sent), priority: sent.priority, data },
	};
	const beside = others.filter((one) => one.name === name);
	if (type === "CNAME" && beside.some((one) => addressTypes.includes(one.type)))
		throw refuse(81_053, "An A, AAAA, or CNAME record with that host already exists.", "name");
	if (type !== "CNAME" && beside.some((one) => one.type === "CNAME"))
		throw refuse(81_054, "A CNAME record with that host already exists.", "name");
	const same = (one: RecordData) =>
		one.type === type && one.content === record.content && one.priority === record.priority;
	if (beside.some(same)) throw refuse(81_058, "An identical record already exists.", "content");
	return record;
}

/** Host names lose their trailing dot, and texts get quotation marks. */
function contentOf(type: string, { content = "", data = {} }: Sent): string {
	switch (type) {
		case "TXT":
			return content.startsWith('"') ? content : `"${content}"`;
		case "CAA":
			return `${data.flags} ${data.tag} "${data.value}"`;
		case "SRV":
			return `${data.weight} ${data.port} ${data.target}`;
		default:
			return content === "." ? content : content.replace(/\.$/, "").toLowerCase();
	}
}
