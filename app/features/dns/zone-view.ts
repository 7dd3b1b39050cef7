import { dsForgottenMs, hasDs, isDnssecOn, usesOurNameservers } from "~/features/domains/dnssec";
import { registeredStatuses } from "~/features/domains/domain-pages";
import { formatDistance, formatMoment, type Locale } from "~/lib/dates";
import type { RecordFormValues, ZoneQuery } from "./dns.schema";
import type { Dns } from "./dns.server";
import { compareRecords, describeRecord, sameRecord } from "./record";
import { toInput } from "./record-input";
import { namesWithSeveralSpf, severalSpf } from "./spf";
import { ttlText } from "./ttl-text";
import type { ZoneChange } from "./zone";
import { zonePage } from "./zone-page";

type Found = NonNullable<Awaited<ReturnType<Dns["zone"]>>>;

export type ZoneView = ReturnType<typeof zoneView>;
export type RecordRow = ReturnType<typeof recordRow>;

const recordRow = ({ id, type, name, value, priority, ttl }: Found["records"][number]) => ({
	id,
	type,
	name,
	value: priority === null ? value : `${priority} ${value}`,
	ttl: ttlText(ttl),
	label: `${type} ${name}`,
});

/** All records of a domain in the editor's order. */
export const recordRows = (records: Found["records"]): RecordRow[] => records.toSorted(compareRecords).map(recordRow);

/** View model of the zone editor. `now` in ms. */
export function zoneView({ domain, records, changes }: Found, query: ZoneQuery, now: number, locale: Locale) {
	const edited = records.find(({ id }) => id === query.edit);
	const page = zonePage(records, query);
	return {
		domain: domain.name,
		version: domain.zoneVersion,
		/** The records take effect only if the domain uses our nameservers. */
		usesOtherNameservers: !usesOurNameservers(domain.nameservers),
		dnssec: dnssecView(domain, locale),
		publishing: registeredStatuses.includes(domain.status) && domain.publishedVersion < domain.zoneVersion,
		warnings: namesWithSeveralSpf(records).map((name) => severalSpf(name, domain.name)),
		/** Of all pages and types. */
		total: records.length,
		next: page.next,
		filter: { type: query.type, q: query.q },
		records: page.items.map(recordRow),
		edited: edited ? { id: edited.id, type: edited.type, values: toInput(edited) satisfies RecordFormValues } : null,
		saved: savedChange(changes, query.done),
		changes: changes.map((change) => ({
			id: change.id,
			lines: changeLines(change),
			ago: formatDistance(change.createdAt, now, locale),
			moment: formatMoment(change.createdAt, locale),
		})),
	};
}

/** Null if our nameservers don't answer for the domain. */
function dnssecView({ name, status, nameservers, dnssec, dnssecAt, ds }: Found["domain"], locale: Locale) {
	if (!registeredStatuses.includes(status) || !usesOurNameservers(nameservers)) return null;
	const shown = hasDs(dnssec) ? (ds ?? []) : [];
	return {
		state: dnssec,
		on: isDnssecOn(dnssec),
		/** When it is off at the latest. */
		until: dnssec === "expiring" && dnssecAt !== null ? formatMoment(dnssecAt + dsForgottenMs, locale) : null,
		ds: shown.map(({ keyTag, algorithm, digestType, digest }) => ({
			...{ keyTag, algorithm, digestType, digest },
			text: `${name}. IN DS ${keyTag} ${algorithm} ${digestType} ${digest}`,
		})),
	};
}

function savedChange(changes: Found["changes"], id: string | undefined) {
	const change = changes.find((one) => one.id === id);
	return change
		? {
				id: change.id,
				text: changeLines(change).slice(0, 3).join(" · "),
				more: Math.max(changeLines(change).length - 3, 0),
			}
		: null;
}

/** "Added MX @ 10 mail.example.com", one line each. */
function changeLines({ removed, added }: ZoneChange): string[] {
	const isRemoved = (record: ZoneChange["added"][number]) => removed.some((other) => sameRecord(record, other));
	return [
		...removed
			.filter((record) => !added.some((other) => sameRecord(record, other)))
			.map((record) => `Removed ${describeRecord(record)}`),
		...added.map((record) =>
			isRemoved(record)
				? `New TTL of ${describeRecord(record)}: ${ttlText(record.ttl)}`
				: `Added ${describeRecord(record)}`,
		),
	];
}
