import { fail, ok, type Result } from "~/lib/result";
import { defaultTtl, sameRecord, sameSet, type ZoneRecord } from "./record";
import { parseRecord } from "./record-input";
import type { Template } from "./templates";
import { checkZone, diffZones, removeRecords, type Zone, type ZoneChange } from "./zone";

/** The zone with a template's records, and the changes that make it. */
interface TemplatePlan extends ZoneChange {
	readonly zone: Zone;
}

/**
 * Adds a template's records to a zone and removes those that conflict with them.
 * @param field the customer's value for the template's field. Errors of its records are reported for this field.
 */
export function planTemplate(template: Template, present: Zone, origin: string, field: string): Result<TemplatePlan> {
	const records: ZoneRecord[] = [];
	for (const [type, name, value, priority] of template.records(origin, field.trim())) {
		const input = { type, name, value, ttl: String(defaultTtl), priority: String(priority ?? ""), ...unused };
		const record = parseRecord(input, origin);
		if (!record.ok) return fail("invalid", record.error.message, { fields: { field: record.error.message } });
		records.push(record.value);
	}
	const conflicting = present.filter((one) => records.some((record) => conflicts(one, record)));
	const kept = removeRecords(present, [...conflicting, ...records]);
	// All records of a set share a TTL: new records get that of the set they join.
	const ttlOf = (record: ZoneRecord) => kept.find((one) => sameSet(one, record))?.ttl ?? record.ttl;
	const zone = [...kept, ...records.map((record) => ({ ...record, ttl: ttlOf(record) }))];
	const valid = checkZone(zone, origin);
	if (!valid.ok) return fail("invalid", valid.error.message);
	return ok({ zone, ...diffZones(present, zone) });
}

const unused = { weight: "", port: "", flags: "", tag: "" };

/** What a template would change. */
export interface TemplatePreview {
	readonly id: string;
	/** The customer's value for its field, or our suggestion. */
	readonly field: string;
	/** Null if the value of its field is missing or invalid. */
	readonly change: ZoneChange | null;
	readonly problem: string | null;
}

/**
 * Previews what a template would change.
 * @param typed the customer's value for the template's field. Undefined when the page is first opened.
 * @param planIp the IP address of the domain's hosting plan. Empty without a plan.
 */
export function previewTemplate(
	template: Template,
	{ origin, present }: { origin: string; present: Zone },
	typed: string | undefined,
	planIp: string,
): TemplatePreview {
	const field = typed ?? template.field?.suggestion?.(origin, planIp) ?? "";
	const shown = { id: template.id, field };
	if (template.field && field === "" && typed === undefined) return { ...shown, change: null, problem: null };
	const plan = planTemplate(template, present, origin, field);
	if (!plan.ok) return { ...shown, change: null, problem: plan.error.message };
	const { added, removed } = plan.value;
	return { ...shown, change: { added, removed }, problem: null };
}

/** Whether the present record has to be removed for the wanted one. */
function conflicts(present: ZoneRecord, wanted: ZoneRecord): boolean {
	if (present.name !== wanted.name || sameRecord(present, wanted)) return false;
	if (wanted.type === "CNAME" || present.type === "CNAME") return true;
	if (wanted.type === "MX") return present.type === "MX";
	if (wanted.type === "TXT")
		return present.type === "TXT" && policyName(present) !== null && policyName(present) === policyName(wanted);
	// Visitors would still reach the old site at its IPv4 or IPv6 address.
	return isAddress(wanted) && isAddress(present);
}

/** A name may have only one SPF and one DMARC record (RFC 7208, RFC 7489). */
const policyName = ({ value }: ZoneRecord): string | null =>
	/^v=(?:spf1|DMARC1)\b/i.exec(value)?.[0].toLowerCase() ?? null;

const isAddress = ({ type }: ZoneRecord): boolean => type === "A" || type === "AAAA";
