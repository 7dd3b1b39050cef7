import { z } from "zod";
import { activityKind } from "~/lib/kinds";
import { describeRecord, recordTypes } from "./record";

/** Older releases stored the finished `text`. */
const record = z.union([
	z.object({ type: z.enum(recordTypes), name: z.string(), value: z.string(), priority: z.number().nullable() }),
	z.object({ text: z.string() }),
]);
const oneRecord = z.object({ domain: z.string(), change: z.enum(["added", "deleted", "changed"]), record });
/** How many records were added and removed. */
const manyRecords = z.object({ domain: z.string(), added: z.number(), removed: z.number() });

export const dnsActivity = {
	"dns.changed": activityKind(z.union([oneRecord, manyRecords]), (params) =>
		"change" in params
			? oneRecordTexts[params.change](params)
			: `Changed the DNS records of ${params.domain}: ${params.added} added, ${params.removed} removed.`,
	),
};

const oneRecordTexts = {
	added: ({ domain, record }: z.output<typeof oneRecord>) =>
		`Added ${recordText(record)} to the DNS records of ${domain}.`,
	deleted: ({ domain, record }: z.output<typeof oneRecord>) =>
		`Deleted ${recordText(record)} from the DNS records of ${domain}.`,
	changed: ({ domain, record }: z.output<typeof oneRecord>) =>
		`Changed ${recordText(record)} in the DNS records of ${domain}.`,
};

const recordText = (one: z.output<typeof record>): string => ("text" in one ? one.text : describeRecord(one));
