import { z } from "zod";
import { activityKind } from "~/lib/kinds";

const oneRecord = z.object({ domain: z.string(), change: z.enum(["added", "deleted", "changed"]), record: z.string() });
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
	added: ({ domain, record }: z.output<typeof oneRecord>) => `Added ${record} to the DNS records of ${domain}.`,
	deleted: ({ domain, record }: z.output<typeof oneRecord>) => `Deleted ${record} from the DNS records of ${domain}.`,
	changed: ({ domain, record }: z.output<typeof oneRecord>) => `Changed ${record} in the DNS records of ${domain}.`,
};
