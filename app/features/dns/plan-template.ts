import { fail, ok, type Result } from "~/lib/result";
import { defaultTtl, sameRecord, sameSet, type ZoneRecord } from "./record";
import { parseRecord } from "./record-input";
import type { Template } from "./templates";
import { checkZone, diffZones, removeRecords, type Zone, type ZoneChange } from "./zone";

/** The zone with a template's records, and what goes for them. */
interface TemplatePlan extends ZoneChange {
	readonly zone: Zone;
}

/**
 * What the zone becomes with a template. @param field what the customer typed for it; refused values name this field.
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
	// A set has one TTL, and what stays there keeps its own.
	const ttlOf = (record: ZoneRecord) => kept.find((one) => sameSet(one, record))?.ttl ?? record.ttl;
	const zone = [...kept, ...records.map((record) => ({ ...record, ttl: ttlOf(record) }))];
	const valid = checkZone(zone, origin);
	if (!valid.ok) return fail("invalid", valid.error.message);
	return ok({ zone, ...diffZones(present, zone) });
}

const unused = { weight: "", port: "", flags: "", tag: "" };

/** A template as its page shows it before it is used. */
export interface TemplatePreview {
	readonly id: string;
	/** What it was told, or what we suggest. */
	readonly field: string;
	/** Null while what it needs to know is missing or wrong. */
	readonly change: ZoneChange | null;
	readonly problem: string | null;
}

/**
 * What a template would change.
 * @param typed what the customer told it; undefined before the first time
 * @param planIp the address of the domain's hosting plan, empty without one
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

/** Can the two not work side by side? */
function conflicts(present: ZoneRecord, wanted: ZoneRecord): boolean {
	if (present.name !== wanted.name || sameRecord(present, wanted)) return false;
	if (wanted.type === "CNAME" || present.type === "CNAME") return true;
	if (wanted.type === "MX") return present.type === "MX";
	if (wanted.type === "TXT")
		return present.type === "TXT" && policyName(present) !== null && policyName(present) === policyName(wanted);
	// An address of the former site, by either protocol, would still get visitors.
	return isAddress(wanted) && isAddress(present);
}

/** Of these a name may have one (RFC 7208, RFC 7489). */
const policyName = ({ value }: ZoneRecord): string | null =>
	/^v=(?:spf1|DMARC1)\b/i.exec(value)?.[0].toLowerCase() ?? null;

const isAddress = ({ type }: ZoneRecord): boolean => type === "A" || type === "AAAA";
