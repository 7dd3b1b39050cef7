import { and, asc, desc, eq, gt, inArray, ne, type SQL, sql } from "drizzle-orm";
import { type Change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { type Owner, ownedBy } from "~/db/owner";
import { type Domain, dnsChanges, dnsRecords, domains } from "~/db/schema";
import { createId } from "~/lib/ids";
import { maxRecords, type ZoneRecord } from "./record";
import type { Zone } from "./zone";

export type StoredRecord = ZoneRecord & { readonly id: string };

const recordColumns = {
	id: dnsRecords.id,
	type: dnsRecords.type,
	name: dnsRecords.name,
	value: dnsRecords.value,
	ttl: dnsRecords.ttl,
	priority: dnsRecords.priority,
};

/** What decides about the zone of a domain. */
const publishedColumns = {
	id: domains.id,
	userId: domains.userId,
	name: domains.name,
	status: domains.status,
	forwards: domains.forwards,
	dnssec: domains.dnssec,
	ds: domains.ds,
	zoneVersion: domains.zoneVersion,
	publishedVersion: domains.publishedVersion,
	registeredAt: domains.registeredAt,
	createdAt: domains.createdAt,
};

const changeColumns = {
	id: dnsChanges.id,
	version: dnsChanges.version,
	removed: dnsChanges.removed,
	added: dnsChanges.added,
	createdAt: dnsChanges.createdAt,
};

/** Queries for the DNS records of a customer's domains. Times (`now`) in ms. */
export function createDnsRepo(db: Database) {
	const { orm } = db;
	/** The domain is in this account and was not deleted or released. */
	const owned = (owner: Owner, domainId: string, now: number) =>
		and(eq(domains.id, domainId), ownedBy(domains.userId, owner, now), ne(domains.status, "released"));

	const changes = (owner: Owner, domainId: string, now: number, limit: number, which?: SQL) =>
		db.read(
			orm
				.select(changeColumns)
				.from(dnsChanges)
				.innerJoin(domains, eq(domains.id, dnsChanges.domainId))
				.where(and(owned(owner, domainId, now), which))
				.orderBy(desc(dnsChanges.version))
				.limit(limit),
		);

	return {
		async domain(owner: Owner, domainId: string, now: number) {
			const [domain] = await db.read(
				orm
					.select()
					.from(domains)
					.where(owned(owner, domainId, now)),
			);
			return domain;
		},

		records: (owner: Owner, domainId: string, now: number): Promise<StoredRecord[]> =>
			db.read(
				orm
					.select(recordColumns)
					.from(dnsRecords)
					.innerJoin(domains, eq(domains.id, dnsRecords.domainId))
					.where(owned(owner, domainId, now))
					.orderBy(asc(dnsRecords.id))
					.limit(maxRecords),
			),

		/** Newest first. */
		recentChanges: (owner: Owner, domainId: string, now: number, limit: number) => changes(owner, domainId, now, limit),

		changesSince: (owner: Owner, domainId: string, version: number, now: number) =>
			changes(owner, domainId, now, 5, gt(dnsChanges.version, version)),

		async change(owner: Owner, domainId: string, changeId: string, now: number) {
			const [change] = await changes(owner, domainId, now, 1, eq(dnsChanges.id, changeId));
			return change;
		},

		/** Stale unless the domain is the owner's and its zone still has that version. */
		raiseVersion: (owner: Owner, domainId: string, version: number, now: number): Change =>
			guarded(
				orm
					.update(domains)
					.set({ zoneVersion: version + 1, updatedAt: now })
					.where(and(owned(owner, domainId, now), eq(domains.zoneVersion, version))),
			),

		/** Does not check the owner: combine it with `raiseVersion`. Binds each list as one value, because D1 binds at most 100. */
		replaceRecords(
			domainId: string,
			{ removed, added }: { removed: readonly StoredRecord[]; added: Zone },
			now: number,
		): Change {
			const gone = JSON.stringify(removed.map(({ id }) => id));
			const rows = JSON.stringify(added.map((record) => ({ ...record, id: createId("dns", now) })));
			const field = (name: string) => sql.raw(`json_extract(value, '$.${name}')`);
			const row = {
				id: field("id"),
				domainId,
				type: field("type"),
				name: field("name"),
				value: field("value"),
				ttl: field("ttl"),
				priority: field("priority"),
			};
			return write(
				orm
					.delete(dnsRecords)
					.where(
						and(eq(dnsRecords.domainId, domainId), sql`${dnsRecords.id} in (select value from json_each(${gone}))`),
					),
				insertSelect(db, dnsRecords, row, sql`from json_each(${rows})`),
			);
		},

		saveChange: (zoneChange: typeof dnsChanges.$inferInsert): Change =>
			write(orm.insert(dnsChanges).values(zoneChange)),

		/** A domain with its records, for publishing. Does not check the owner: publishing runs in the background. */
		async findForPublishing(domainId: string) {
			const [[domain], records] = await Promise.all([
				db.read(orm.select().from(domains).where(eq(domains.id, domainId))),
				db.read(orm.select(recordColumns).from(dnsRecords).where(eq(dnsRecords.domainId, domainId))),
			]);
			return domain && { domain, records };
		},

		/** The names of domains, in the order of their ids. Does not check an owner. */
		names: (domainIds: readonly string[]) =>
			db.read(
				orm
					.select({ id: domains.id, name: domains.name })
					.from(domains)
					.where(inArray(domains.id, sql`(select value from json_each(${JSON.stringify(domainIds)}))`))
					.orderBy(asc(domains.id)),
			),

		/** Domains with their records, by id. Does not check an owner. */
		async withRecords(domainIds: readonly string[]) {
			const ids = sql`(select value from json_each(${JSON.stringify(domainIds)}))`;
			const [rows, records] = await Promise.all([
				db.read(orm.select(publishedColumns).from(domains).where(inArray(domains.id, ids)).orderBy(asc(domains.id))),
				db.read(
					orm
						.select({ ...recordColumns, domainId: dnsRecords.domainId })
						.from(dnsRecords)
						.where(inArray(dnsRecords.domainId, ids)),
				),
			]);
			const byDomain = new Map<string, StoredRecord[]>(rows.map(({ id }) => [id, []]));
			for (const { domainId, ...record } of records) byDomain.get(domainId)?.push(record);
			return rows.map((row) => ({ ...row, records: byDomain.get(row.id) ?? [] }));
		},

		/**
		 * Never lowers the published version: a later publication may have finished first. Stale if the domain's status
		 * has changed since it was read.
		 */
		markPublished: ({ id, status, zoneVersion }: Pick<Domain, "id" | "status" | "zoneVersion">): Change =>
			guarded(
				orm
					.update(domains)
					.set({ publishedVersion: sql`max(${domains.publishedVersion}, ${zoneVersion})` })
					.where(and(eq(domains.id, id), eq(domains.status, status))),
			),
	};
}
