import { z } from "zod";
import { sha256Hex } from "~/lib/sha256";
import type { DsRecord, Forwarding, ListedZone, RefusedChange, RRset, RRsetChange } from "../dns-host";
import { dsOf } from "../ds-record";
import { ServerRefusal, type ZoneServer } from "../owned-zones";
import { type ApiError, type ApiOptions, createCloudflareApi, Refused } from "./api";
import { type CloudflareRecord, mark, recordSchema, toBatch, toSets } from "./records";

/** Where the ids of zones are stored, so that they are not looked up for each call. */
export interface ZoneIds {
	find(zone: string): Promise<string | undefined>;
	/** Null: the zone has no id any more. */
	save(zone: string, id: string | null): Promise<void>;
}

interface Options extends ApiOptions {
	readonly ids: ZoneIds;
	/** The id of the account whose zones we manage. */
	readonly account: string;
	/** The nameservers that Cloudflare assigned to the account. */
	readonly nameservers: readonly string[];
	readonly forwarding: Exclude<Forwarding, { by: "host" }>;
}

const zoneSchema = z.object({
	id: z.string(),
	name: z.string(),
	name_servers: z.array(z.string()).nullish(),
	/** Of plans with names of the customer's choice. */
	vanity_name_servers: z.array(z.string()).nullish(),
});

type Zone = z.output<typeof zoneSchema>;

/** developers.cloudflare.com/api/resources/dns/subresources/dnssec. The key is null while DNSSEC is off. */
const dnssecSchema = z.object({
	status: z.enum(["active", "pending", "disabled", "pending-disabled", "error"]).nullish(),
	flags: z.number().nullish(),
	algorithm: z.coerce.number().nullish(),
	public_key: z.string().nullish(),
});

const nothing = z.unknown();

const listedZone = z
	.object({ name: z.string(), modified_on: z.string() })
	.transform(({ name, modified_on: version }): ListedZone => ({ name, version }));

/** The most that Cloudflare lists at once (developers.cloudflare.com/api/resources/zones/methods/list). */
const zonesPerPage = 50;

/** More records than any of our zones has. */
const recordsPerPage = 1_000;

/**
 * Cloudflare's authoritative DNS by its API v4 (developers.cloudflare.com/api/resources/dns). Records are published as
 * they are, without Cloudflare's proxy.
 */
export function createCloudflareDns({ account, nameservers, forwarding, ids, ...options }: Options): ZoneServer {
	const { call } = createCloudflareApi(options);

	async function lookUp(name: string): Promise<Zone | undefined> {
		const path = `/zones?name=${encodeURIComponent(name)}&account.id=${account}&per_page=5`;
		const { result } = await call("GET", path, z.array(zoneSchema));
		const found = result.find((one) => one.name === name);
		if (found) await ids.save(name, found.id);
		return found;
	}

	/** Undefined if there is no such zone. A zone that was deleted and created again there has another id. */
	async function inZone<Result>(
		name: string,
		work: (zone: Pick<Zone, "id">) => Promise<Result>,
	): Promise<Result | undefined> {
		const stored = await ids.find(name);
		const done = stored === undefined ? undefined : await unlessMissing(() => work({ id: stored }));
		if (done) return done.result;
		const found = await lookUp(name);
		if (found && found.id !== stored) return (await unlessMissing(() => work(found)))?.result;
		if (!found && stored !== undefined) await ids.save(name, null);
		return undefined;
	}

	async function keysOf({ id }: Pick<Zone, "id">, name: string): Promise<DsRecord[]> {
		const { result } = await call("GET", `/zones/${id}/dnssec`, dnssecSchema);
		return result.status === "active" || result.status === "pending" ? [dsOfKey(name, result)] : [];
	}

	async function recordsOf({ id }: Pick<Zone, "id">): Promise<readonly CloudflareRecord[]> {
		const records: CloudflareRecord[] = [];
		for (let page = 1, pages = 1; page <= pages; page += 1) {
			const path = `/zones/${id}/dns_records?per_page=${recordsPerPage}&page=${page}`;
			const answer = await call("GET", path, z.array(recordSchema));
			records.push(...answer.result);
			pages = answer.pages;
		}
		return records;
	}

	async function turnDnssecOff({ id }: Pick<Zone, "id">): Promise<void> {
		const { result } = await call("GET", `/zones/${id}/dnssec`, dnssecSchema);
		if (result.status === "active" || result.status === "pending" || result.status === "error")
			await call("PATCH", `/zones/${id}/dnssec`, nothing, { status: "disabled" });
	}

	/** @throws ServerRefusal if someone else uses the zone */
	async function empty(zone: Zone): Promise<void> {
		const records = await recordsOf(zone);
		if (records.some(({ comment }) => comment !== mark))
			throw new ServerRefusal(
				`Cloudflare's zone ${zone.name} has records that we did not create. Delete it there first.`,
			);
		const deletes = records.map(({ id }) => ({ id }));
		if (deletes.length > 0) await call("POST", `/zones/${zone.id}/dns_records/batch`, nothing, { deletes });
		await turnDnssecOff(zone);
	}

	async function create(name: string): Promise<Zone> {
		const body = { name, account: { id: account }, type: "full" };
		const { result } = await call("POST", "/zones", zoneSchema, body);
		await ids.save(name, result.id);
		return result;
	}

	return {
		id: "cloudflare",
		nameservers,
		forwarding,
		// One call each. Cloudflare allows 1,200 calls in five minutes, and the most of them are left to edits.
		readsPerMinute: 60,
		maxTtl: 86_400,

		async zones(cursor) {
			const page = Number(cursor ?? 1);
			const path = `/zones?account.id=${account}&per_page=${zonesPerPage}&page=${page}&order=name&direction=asc`;
			const { result, pages } = await call("GET", path, z.array(listedZone));
			return { zones: result, next: page < pages ? String(page + 1) : null };
		},

		async replace(name) {
			const present = await lookUp(name);
			if (present) await empty(present);
			const { name_servers: assigned, vanity_name_servers: chosen } = present ?? (await create(name));
			const names = [...(assigned ?? []), ...(chosen ?? [])].map((one) => one.toLowerCase());
			if (!nameservers.every((one) => names.includes(one)))
				throw new ServerRefusal(
					`Cloudflare assigned ${names.join(", ")} to ${name}, not our nameservers. Another account may have the zone.`,
				);
		},

		read: (name) =>
			inZone(name, async (zone) => {
				const rrsets = toSets(await recordsOf(zone), name);
				return { version: versionOf(rrsets), rrsets };
			}),

		async write(name, changes) {
			const written = await inZone(name, async (zone) => {
				const batch = toBatch(await recordsOf(zone), changes);
				if (Object.values(batch).every(({ length }) => length === 0)) return "applied" as const;
				try {
					// One request is one transaction.
					await call("POST", `/zones/${zone.id}/dns_records/batch`, nothing, batch);
					return "applied" as const;
				} catch (error) {
					if (error instanceof Refused && [400, 409, 422].includes(error.status))
						return toRefusal(error.errors[0], batch, changes);
					throw error;
				}
			});
			if (!written) throw new ServerRefusal(`Cloudflare has no zone ${name}`);
			return written;
		},

		sign: (name) =>
			inZone(name, async (zone) => {
				const keys = await keysOf(zone, name);
				if (keys.length > 0) return keys;
				const { result } = await call("PATCH", `/zones/${zone.id}/dnssec`, dnssecSchema, { status: "active" });
				return [dsOfKey(name, result)];
			}),

		keys: (name) => inZone(name, (zone) => keysOf(zone, name)),

		async unsign(name) {
			await inZone(name, turnDnssecOff);
		},

		async remove(name) {
			await inZone(name, ({ id }) => call("DELETE", `/zones/${id}`, nothing));
		},

		async probe() {
			await call("GET", `/zones?account.id=${account}&per_page=5`, z.array(zoneSchema));
		},
	};
}

/** Undefined if Cloudflare has no zone with that id. */
async function unlessMissing<Result>(work: () => Promise<Result>): Promise<{ readonly result: Result } | undefined> {
	try {
		return { result: await work() };
	} catch (error) {
		if (error instanceof Refused && error.status === 404) return undefined;
		throw error;
	}
}

/** @throws while Cloudflare makes the key */
function dsOfKey(name: string, key: z.output<typeof dnssecSchema>): DsRecord {
	const { flags, algorithm, public_key: publicKey } = key;
	if (!flags || !algorithm || !publicKey) throw new Error(`Cloudflare has no key for ${name} yet`);
	return dsOf(name, { flags, algorithm, publicKey });
}

/** Cloudflare's zones have no serial that the API shows, so the version is a number made of all records. */
function versionOf(rrsets: readonly RRset[]): number {
	const lines = rrsets.map(({ name, type, ttl, values }) => [name, type, ttl, ...values.toSorted()].join("\n"));
	return Number.parseInt(sha256Hex(lines.toSorted().join("\n\n")).slice(0, 12), 16);
}

/** The field behind an error code (developers.cloudflare.com/dns/manage-dns-records/troubleshooting). */
const fieldOfCode: Readonly<Record<number, RefusedChange["field"]>> = {
	9000: "name",
	9005: "value",
	9021: "ttl",
	81053: "name",
	81054: "name",
	81056: "name",
	81058: "value",
};

/** What is wrong with a change. The error may name its place in the batch: `/posts/0/content`. */
function toRefusal(
	error: ApiError | undefined,
	batch: ReturnType<typeof toBatch>,
	changes: readonly RRsetChange[],
): RefusedChange {
	const details = error?.error_chain ?? [];
	const refused = [error, ...details].flatMap((one) => (one ? [one.message] : [])).join(" ") || "Unknown error";
	const field = [error, ...details].flatMap((one) => (one && fieldOfCode[one.code]) ?? [])[0];
	const [, list = "", index = ""] = /^\/(puts|posts)\/(\d+)/.exec(error?.source?.pointer ?? "") ?? [];
	const record = list === "puts" || list === "posts" ? batch[list][Number(index)] : undefined;
	const [only] = changes.length === 1 ? changes : [];
	const set = record ? { name: `${record.name}.`, type: record.type } : only && { name: only.name, type: only.type };
	return { refused, ...(field && { field }), ...(set && { set }) };
}
