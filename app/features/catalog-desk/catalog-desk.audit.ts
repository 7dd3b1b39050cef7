import { z } from "zod";
import { formatMoment } from "~/lib/dates";
import { formatCount } from "~/lib/format-count";
import { activityKind } from "~/lib/kinds";

const entry = z.object({ entry: z.string() });
const version = z.object({ number: z.number().int() });
const changes = z.array(z.object({ label: z.string(), before: z.string(), after: z.string() }));

const changesText = (changed: z.output<typeof changes>): string =>
	changed.map(({ label, before, after }) => `${label} ${after}, before ${before}`).join("; ");

export const catalogDeskAudit = {
	"catalogue.changed": activityKind(
		entry.extend({ changes }),
		({ entry, changes }) => `Changed ${entry} in the draft: ${changesText(changes)}.`,
	),
	"catalogue.cost": activityKind(
		entry.extend({ changes }),
		({ entry, changes }) => `Changed what ${entry} costs us: ${changesText(changes)}.`,
	),
	"catalogue.markup": activityKind(
		z.object({ before: z.string(), after: z.string() }),
		({ before, after }) =>
			`Changed the markup that prices of extensions are suggested with: ${after}, before ${before}.`,
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
	"catalogue.cancelled": activityKind(
		// Entries of earlier releases do not have it.
		version.extend({ kept: z.number().int().optional() }),
		({ number, kept = 0 }) =>
			`Cancelled version ${number} of the catalogue.${kept > 0 ? ` ${formatCount(kept, "change")} of it went back to the draft.` : ""}`,
	),
	"promo.created": activityKind(
		// Entries of earlier releases have no start.
		z.object({
			...{ code: z.string(), discount: z.string() },
			...{ startsAt: z.number().int().optional(), endsAt: z.number().int() },
		}),
		({ code, discount, startsAt, endsAt }, reader) =>
			`Created the promo code ${code}: ${discount} off, ${startsAt === undefined ? "" : `from ${formatMoment(startsAt, reader)} `}until ${formatMoment(endsAt, reader)}.`,
	),
	"promo.changed": activityKind(
		z.object({ code: z.string(), changes }),
		({ code, changes }) => `Changed the promo code ${code}: ${changesText(changes)}.`,
	),
	"promo.ended": activityKind(z.object({ code: z.string() }), ({ code }) => `Ended the promo code ${code}.`),
	"catalogue.rolled_back": activityKind(
		version.extend({ to: z.number().int() }),
		({ number, to }) => `Went back to version ${to} of the catalogue, as version ${number}.`,
	),
};
