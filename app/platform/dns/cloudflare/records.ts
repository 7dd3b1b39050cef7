import { z } from "zod";
import { quoteText, textBytes } from "~/features/dns/text-value";
import type { RRset, RRsetChange } from "../dns-host";

/** Fields of a record that we use (developers.cloudflare.com/api/resources/dns/subresources/records). */
export const recordSchema = z.object({
	id: z.string(),
	/** Without a trailing dot, in ASCII. */
	name: z.string(),
	type: z.string(),
	content: z.string().nullish(),
	/** 1: automatic. */
	ttl: z.number(),
	priority: z.number().nullish(),
	proxied: z.boolean().nullish(),
	data: z.record(z.string(), z.unknown()).nullish(),
	comment: z.string().nullish(),
});

export type CloudflareRecord = z.output<typeof recordSchema>;

/** Marks the records that we created. Free zones allow 100 characters. */
export const mark = "Published by the shop. Change it there.";

/** Cloudflare's automatic TTL, which we never set. A set with this TTL differs from all our sets. */
const automatic = 1;

const caaData = z.object({ flags: z.coerce.number(), tag: z.string(), value: z.string() });
const srvData = z.object({
	priority: z.coerce.number(),
	weight: z.coerce.number(),
	port: z.coerce.number(),
	target: z.string(),
});

/** Without the trailing dot. "." itself, which means "none", is kept. */
const relative = (name: string): string => (name === "." ? name : name.replace(/\.$/, ""));
const absolute = (name: string): string => (name.endsWith(".") ? name : `${name}.`);

/** A record's value in presentation format. */
function presentationOf({ type, content, priority, data }: CloudflareRecord): string {
	const text = content ?? "";
	switch (type) {
		case "TXT":
			return quoteText(text);
		case "CNAME":
		case "NS":
			return absolute(text);
		case "MX":
			return `${priority ?? 0} ${absolute(text)}`;
		case "SRV": {
			const srv = srvData.parse(data);
			return `${srv.priority} ${srv.weight} ${srv.port} ${absolute(srv.target)}`;
		}
		case "CAA": {
			const { flags, tag, value } = caaData.parse(data);
			return `${flags} ${tag} "${value.replace(/["\\]/g, "\\$&")}"`;
		}
		default:
			return text;
	}
}

/** The fields that say the value. CAA and SRV have `data` instead of `content`. */
function fieldsOf(type: string, value: string): object {
	const parts = value.split(" ");
	switch (type) {
		case "CNAME":
		case "NS":
			return { content: relative(value) };
		case "MX":
			return { priority: Number(parts[0]), content: relative(parts[1] ?? "") };
		case "SRV": {
			const [priority, weight, port] = parts.map(Number);
			return { data: { priority, weight, port, target: relative(parts[3] ?? "") } };
		}
		case "CAA": {
			const [flags, tag] = parts;
			const quoted = parts.slice(2).join(" ");
			return { data: { flags: Number(flags), tag, value: new TextDecoder().decode(textBytes(quoted) ?? undefined) } };
		}
		default:
			return { content: value };
	}
}

/** Types that Cloudflare could answer with addresses of its proxy. */
const proxiable: readonly string[] = ["A", "AAAA", "CNAME"];

function recordOf({ name, type, ttl }: RRset, value: string) {
	const proxied = proxiable.includes(type) && { proxied: false };
	return { name: relative(name), type, ttl, ...proxied, comment: mark, ...fieldsOf(type, value) };
}

/** The sets of a zone, without those that belong to Cloudflare. */
export function toSets(records: readonly CloudflareRecord[], zone: string): RRset[] {
	const sets = new Map<string, { name: string; type: string; ttl: number; values: string[] }>();
	for (const record of records) {
		const { type, proxied } = record;
		if (type === "SOA" || (type === "NS" && record.name === zone)) continue;
		const name = `${record.name}.`;
		const ttl = proxied ? automatic : record.ttl;
		const set = sets.get(`${name} ${type}`) ?? { name, type, ttl, values: [] };
		set.values.push(presentationOf(record));
		// Records of one set may have several TTLs here.
		if (set.ttl !== ttl) set.ttl = automatic;
		sets.set(`${name} ${type}`, set);
	}
	return [...sets.values()];
}

interface Batch {
	readonly deletes: readonly { readonly id: string }[];
	readonly puts: readonly (ReturnType<typeof recordOf> & { readonly id: string })[];
	readonly posts: readonly ReturnType<typeof recordOf>[];
}

/** What to delete, overwrite and add, so that the sets have the new values. A record that stays keeps its id. */
export function toBatch(records: readonly CloudflareRecord[], changes: readonly RRsetChange[]): Batch {
	const batches = changes.map((set): Batch => {
		const present = records.filter(({ name, type }) => `${name}.` === set.name && type === set.type);
		const kept = set.values.flatMap((value) => {
			const record = present.find((one) => presentationOf(one) === value);
			return record ? [{ record, value }] : [];
		});
		const isKept = (record: CloudflareRecord) => kept.some((one) => one.record === record);
		const outdated = kept.filter(({ record }) => record.ttl !== set.ttl || record.proxied === true);
		const missing = set.values.filter((value) => !kept.some((one) => one.value === value));
		return {
			deletes: present.filter((record) => !isKept(record)).map(({ id }) => ({ id })),
			puts: outdated.map(({ record, value }) => ({ id: record.id, ...recordOf(set, value) })),
			posts: missing.map((value) => recordOf(set, value)),
		};
	});
	return {
		deletes: batches.flatMap(({ deletes }) => deletes),
		puts: batches.flatMap(({ puts }) => puts),
		posts: batches.flatMap(({ posts }) => posts),
	};
}
