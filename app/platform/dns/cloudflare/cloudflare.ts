import { z } from "zod";
import { sha256Hex } from "~/lib/sha256";
import type { Forwarding, RefusedChange, RRset, RRsetChange } from "../dns-host";
import { dsOf } from "../ds-record";
import { ServerRefusal, type ZoneServer } from "../owned-zones";
import { type ApiError, type ApiOptions, createCloudflareApi, Refused } from "./api";
import { type CloudflareRecord, mark, recordSchema, toBatch, toSets } from "./records";

interface Options extends ApiOptions {
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

/** More than a zone of ours has records. */
const recordsPerPage = 1_000;

/**
 * Cloudflare's authoritative DNS by its API v4 (developers.cloudflare.com/api/resources/dns). Records are published as
 * they are, without Cloudflare's proxy.
 */
export function createCloudflareDns({ account, nameservers, forwarding, ...options }: Options): ZoneServer {
	const { call } = createCloudflareApi(options);
	/** Zones keep their ids. */
	const known = new Map<string, Zone>();

	async function find(name: string): Promise<Zone | undefined> {
		const present = known.get(name);
		if (present) return present;
		const path = `/zones?name=${encodeURIComponent(name)}&account.id=${account}&per_page=5`;
		const { result } = await call("GET", path, z.array(zoneSchema));
		const found = result.find((one) => one.name === name);
		if (found) known.set(name, found);
		return found;
	}

	/** Undefined if there is no such zone. */
	async function inZone<Result>(name: string, work: (zone: Zone) => Promise<Result>): Promise<Result | undefined> {
		const zone = await find(name);
		if (!zone) return undefined;
		try {
			return await work(zone);
		} catch (error) {
			if (!(error instanceof Refused) || error.status !== 404) throw error;
			known.delete(name);
			return undefined;
		}
	}

	async function recordsOf({ id }: Zone): Promise<readonly CloudflareRecord[]> {
		const records: CloudflareRecord[] = [];
		for (let page = 1, pages = 1; page <= pages; page += 1) {
			const path = `/zones/${id}/dns_records?per_page=${recordsPerPage}&page=${page}`;
			const answer = await call("GET", path, z.array(recordSchema));
			records.push(...answer.result);
			pages = answer.pages;
		}
		return records;
	}

	async function turnDnssecOff({ id }: Zone): Promise<void> {
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
		known.set(name, result);
		return result;
	}

	return {
		id: "cloudflare",
		nameservers,
		forwarding,
		// Each takes two calls. Half of the 1,200 calls in five minutes are left to edits.
		readsPerMinute: 60,
		maxTtl: 86_400,

		async replace(name) {
			const present = await find(name);
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
			inZone(name, async ({ id }) => {
				const path = `/zones/${id}/dnssec`;
				const { result } = await call("GET", path, dnssecSchema);
				const isOn = result.status === "active" || result.status === "pending";
				const key = isOn ? result : (await call("PATCH", path, dnssecSchema, { status: "active" })).result;
				const { flags, algorithm, public_key: publicKey } = key;
				if (!flags || !algorithm || !publicKey) throw new Error(`Cloudflare has no key for ${name} yet`);
				return [dsOf(name, { flags, algorithm, publicKey })];
			}),

		async unsign(name) {
			await inZone(name, turnDnssecOff);
		},

		async remove(name) {
			await inZone(name, ({ id }) => call("DELETE", `/zones/${id}`, nothing));
			known.delete(name);
		},

		async probe() {
			await call("GET", `/zones?account.id=${account}&per_page=5`, z.array(zoneSchema));
		},
	};
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
