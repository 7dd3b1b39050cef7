import { z } from "zod";
import { formatCount } from "~/lib/format-count";
import { activityKind } from "~/lib/kinds";

const product = z.object({ product: z.string() });
const pieces = (count: number) => formatCount(count, "piece");

export const stockAudit = {
	"stock.added": activityKind(product.extend({ pieces: z.number().int() }), ({ product, pieces: added }) =>
		added > 0 ? `Added ${pieces(added)} of ${product}.` : `Removed ${pieces(-added)} of ${product}.`,
	),
	"stock.counted": activityKind(
		product.extend({ counted: z.number().int(), before: z.number().int().nullable() }),
		({ product, counted, before }) =>
			`Counted ${pieces(counted)} of ${product}, ${before === null ? "not counted before" : `before ${before}`}.`,
	),
	"stock.not_counted": activityKind(product, ({ product }) => `Stopped counting ${product}.`),
	"stock.low_at": activityKind(product.extend({ pieces: z.number().int().nullable() }), ({ product, pieces: low }) =>
		low === null
			? `Ended the notice about few pieces of ${product}.`
			: `Set the notice about ${product} to ${pieces(low)} or fewer.`,
	),
};
