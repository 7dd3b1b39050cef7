import { z } from "zod";
import { formatMoment } from "~/lib/dates";
import { formatCount } from "~/lib/format-count";
import { activityKind } from "~/lib/kinds";

const entry = z.object({ entry: z.string() });
const version = z.object({ number: z.number().int() });

export const catalogDeskAudit = {
	"catalogue.changed": activityKind(
		entry.extend({ changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })) }),
		({ entry, changes }) =>
			`Changed ${entry} in the draft: ${changes.map(({ label, before, after }) => `${label} ${after}, before ${before}`).join("; ")}.`,
	),
	"catalogue.discarded": activityKind(entry, ({ entry }) => `Discarded the changes of ${entry}.`),
	"catalogue.imported": activityKind(
		z.object({ entries: z.number().int() }),
		({ entries }) => `Imported prices: ${formatCount(entries, "product")} changed in the draft.`,
	),
	"catalogue.exported": activityKind(z.object({}), () => "Exported the prices."),
	"catalogue.published": activityKind(
		version.extend({ changes: z.number().int(), at: z.number().int() }),
		({ number, changes, at }, reader) =>
			`Published version ${number} of the catalogue from ${formatMoment(at, reader)}: ${formatCount(changes, "product")} changed.`,
	),
	"catalogue.cancelled": activityKind(version, ({ number }) => `Cancelled version ${number} of the catalogue.`),
	"promo.created": activityKind(
		z.object({ code: z.string(), discount: z.string(), endsAt: z.number().int() }),
		({ code, discount, endsAt }, reader) =>
			`Created the promo code ${code}: ${discount} off, until ${formatMoment(endsAt, reader)}.`,
	),
	"promo.ended": activityKind(z.object({ code: z.string() }), ({ code }) => `Ended the promo code ${code}.`),
	"catalogue.rolled_back": activityKind(
		version.extend({ to: z.number().int() }),
		({ number, to }) => `Went back to version ${to} of the catalogue, as version ${number}.`,
	),
};
