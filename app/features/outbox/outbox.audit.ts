import { z } from "zod";
import { formatCount } from "~/lib/format-count";
import { activityKind } from "~/lib/kinds";

const event = z.object({ event: z.string() });

export const outboxAudit = {
	"event.retried": activityKind(
		event.extend({ count: z.number().int() }),
		({ event, count }) => `Delivered ${formatCount(count, "failed event")} of the kind ${event} again.`,
	),
	"event.discarded": activityKind(event, (params) => `Discarded a failed event of the kind ${params.event}.`),
	"event.restored": activityKind(event, (params) => `Restored a discarded event of the kind ${params.event}.`),
};
