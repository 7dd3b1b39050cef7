import { change, emit, log } from "~/db/change.server";
import type { ConfirmedOwner, Owner } from "~/db/owner";
import { emailDnsChange } from "~/features/domains/change-email.server";
import { countDnsChange } from "~/features/domains/change-limits";
import { registeredStatuses } from "~/features/domains/domain-pages";
import { toUnicode } from "~/features/domains/to-unicode";
import { createId } from "~/lib/ids";
import { type Failure, fail, ok, type Result } from "~/lib/result";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import type { ActivityParams } from "~/registry";
import { createDnsRepo, type StoredRecord } from "./dns.repo.server";
import { planTemplate } from "./plan-template";
import { createPublishZone, type ZoneDependencies } from "./publish-zone.server";
import { describeRecord, sameRecord } from "./record";
import { parseRecord, type RecordInput } from "./record-input";
import { findTemplate } from "./templates";
import {
	addRecord,
	checkZone,
	diffZones,
	removeRecords,
	replaceRecord,
	undoChange,
	type Zone,
	type ZoneChange,
} from "./zone";
import { type ImportMode, importZone } from "./zone-file";

export type Dns = ReturnType<typeof createDns>;

interface Dependencies extends ZoneDependencies {
	readonly rateLimiter: RateLimiter;
}

/** The zone to edit, in the version that the customer saw. */
interface ZoneVersion {
	readonly domainId: string;
	readonly version: number;
}

/** Returns the zone after an edit. */
type Edit = (zone: readonly StoredRecord[], origin: string) => Result<Zone>;

const recentChanges = 8;

/** Reads, edits and publishes the DNS records of a customer's domains. */
export function createDns({ db, clock, rateLimiter, registrations, hosts, registrar }: Dependencies) {
	const repo = createDnsRepo(db);

	async function staleZone(owner: Owner, { domainId, version }: ZoneVersion): Promise<Result<never>> {
		const since = await repo.changesSince(owner, domainId, version, clock());
		return fail("conflict", staleMessage(since), { code: "stale_zone" });
	}

	/**
	 * Changes the zone if it is still as the customer saw it, and publishes it. Returns the id of the change, or null if
	 * nothing differs.
	 */
	async function edit(owner: ConfirmedOwner, at: ZoneVersion, make: Edit): Promise<Result<string | null>> {
		const { domainId, version } = at;
		const now = clock();
		const [domain, records] = await Promise.all([
			repo.domain(owner, domainId, now),
			repo.records(owner, domainId, now),
		]);
		if (!domain) return fail("not_found", "This domain is not in your account.");
		if (domain.zoneVersion !== version) return staleZone(owner, at);
		const next = make(records, domain.name);
		if (!next.ok) return next;
		const { removed, added } = diffZones(records, next.value);
		if (removed.length + added.length === 0) return ok(null);
		const counted = await countDnsChange(rateLimiter, domain);
		if (!counted.ok) return counted;
		const id = createId("dnc", now);
		const edited = change(
			repo.raiseVersion(owner, domainId, version, now),
			repo.replaceRecords(domainId, { removed: removed as StoredRecord[], added }, now),
			repo.saveChange({
				id,
				domainId,
				version: version + 1,
				removed: removed.map(recordFields),
				added: added.map(recordFields),
				createdAt: now,
			}),
			log({
				kind: "dns.changed",
				actor: "customer",
				params: logParams({ removed, added }, domain.name),
				owner,
				subjectId: domainId,
			}),
			emit({ kind: "dns.publish", payload: { domainId }, userId: domain.userId }),
			// A draft is not public, so its changes need no email.
			registeredStatuses.includes(domain.status) && emailDnsChange(domain, now),
		);
		if ((await db.commit(edited, now)).state !== "ok") return staleZone(owner, at);
		return ok(id);
	}

	return {
		edit,

		/** A domain with its records and recent changes. Null if it is not the owner's. */
		async zone(owner: Owner, domainId: string) {
			const now = clock();
			const [domain, records, changes] = await Promise.all([
				repo.domain(owner, domainId, now),
				repo.records(owner, domainId, now),
				repo.recentChanges(owner, domainId, now, recentChanges),
			]);
			return domain ? { domain, records, changes } : null;
		},

		/** Empty for a domain that is not the owner's. */
		records: (owner: Owner, domainId: string) => repo.records(owner, domainId, clock()),

		add: (owner: ConfirmedOwner, at: ZoneVersion, input: RecordInput) =>
			edit(owner, at, (zone, origin) => {
				const record = parseRecord(input, origin);
				return record.ok ? toFormResult(addRecord(zone, record.value, origin)) : record;
			}),

		change: (owner: ConfirmedOwner, at: ZoneVersion, recordId: string, input: RecordInput) =>
			edit(owner, at, (zone, origin) => {
				const old = zone.find(({ id }) => id === recordId);
				if (!old) return recordGone();
				const record = parseRecord({ ...input, type: old.type }, origin);
				return record.ok ? toFormResult(replaceRecord(zone, old, record.value, origin)) : record;
			}),

		remove: (owner: ConfirmedOwner, at: ZoneVersion, recordId: string) =>
			edit(owner, at, (zone) => {
				const old = zone.find(({ id }) => id === recordId);
				return old ? ok(removeRecords(zone, [old])) : recordGone();
			}),

		importFile: (owner: ConfirmedOwner, at: ZoneVersion, text: string, mode: ImportMode) =>
			edit(owner, at, (zone, origin) => {
				const read = importZone(zone, text, mode, origin);
				if (read.ok) return ok(read.zone);
				const [first] = read.errors;
				return fail("invalid", first ? `Line ${first.line}: ${first.message}` : "This file can't be read.");
			}),

		/** What a zone file would change, and its errors. Undefined if the domain is not the owner's. */
		async previewFile(owner: Owner, domainId: string, text: string, mode: ImportMode) {
			const now = clock();
			const [domain, records] = await Promise.all([
				repo.domain(owner, domainId, now),
				repo.records(owner, domainId, now),
			]);
			if (!domain) return undefined;
			const read = importZone(records, text, mode, domain.name);
			if (!read.ok) return { change: null, notes: read.notes, errors: read.errors };
			return { change: diffZones(records, read.zone), notes: read.notes, errors: [] };
		},

		/** @param replace whether the customer agreed to remove the records that conflict. */
		applyTemplate: (
			owner: ConfirmedOwner,
			at: ZoneVersion,
			templateId: string,
			{ field, replace }: { field: string; replace: boolean },
		) =>
			edit(owner, at, (zone, origin) => {
				const template = findTemplate(templateId);
				if (!template) return fail("invalid", "This template was not found.");
				const plan = planTemplate(template, zone, origin, field);
				if (!plan.ok) return plan;
				if (plan.value.removed.length > 0 && !replace)
					return fail("invalid", "Some of your records conflict with these. Tick the box to remove them.");
				return ok(plan.value.zone);
			}),

		/** Undoes one change, unless later changes touched the same records. */
		async undo(owner: ConfirmedOwner, at: ZoneVersion, changeId: string): Promise<Result<string | null>> {
			const earlier = await repo.change(owner, at.domainId, changeId, clock());
			if (!earlier) return fail("not_found", "This change was not found.");
			return edit(owner, at, (zone, origin) => {
				const before = undoChange(zone, earlier);
				if (!before) return fail("conflict", "We can't undo this, because these records were changed again later.");
				const valid = checkZone(before, origin);
				return valid.ok ? valid : fail("conflict", `We can't undo this anymore. ${valid.error.message}`);
			});
		},

		...createPublishZone({ db, clock, registrations, hosts, registrar }),
	};
}

/** Shows a problem of the zone at the form's name field. */
function toFormResult(result: ReturnType<typeof checkZone>): Result<Zone> {
	return result.ok ? result : fail("invalid", result.error.message, { fields: { name: result.error.message } });
}

const recordGone = (): { ok: false; error: Failure } =>
	fail("not_found", "This record was deleted in the meantime.", { code: "record_gone" });

const recordFields = ({ type, name, value, ttl, priority }: Zone[number]) => ({ type, name, value, ttl, priority });

function staleMessage(since: readonly ZoneChange[]): string {
	const lines = since.flatMap(({ removed, added }) => [
		...removed
			.filter((record) => !added.some((other) => sameRecord(record, other)))
			.map((record) => `− ${describeRecord(record)}`),
		...added.map((record) => `+ ${describeRecord(record)}`),
	]);
	const shown = lines.slice(0, 6).join(", ");
	const more = lines.length > 6 ? `, and ${lines.length - 6} more` : "";
	return `These records were changed after you opened this page${shown && `: ${shown}${more}`}. Check them below, then save again.`;
}

function logParams({ removed, added }: ZoneChange, name: string): ActivityParams<"dns.changed"> {
	const domain = toUnicode(name);
	const [record] = added.length > 0 ? added : removed;
	if (!record || removed.length > 1 || added.length > 1)
		return { domain, added: added.length, removed: removed.length };
	const { type, name: of, value, priority } = record;
	const replaced = removed.length === 1 && added.length === 1;
	const kind = replaced ? "changed" : added.length === 1 ? "added" : "deleted";
	return { domain, change: kind, record: { type, name: of, value, priority } };
}
