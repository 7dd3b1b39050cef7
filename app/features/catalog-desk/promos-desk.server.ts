import { audit, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { normalisePromo } from "~/features/cart/promo";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import { formatCount } from "~/lib/format-count";
import { decodeCursor, pageSize, toPage } from "~/lib/page";
import { fail, failField, ok, type Result } from "~/lib/result";
import type { CatalogDesk } from "./catalog-desk.server";
import { kenyanDay } from "./kenyan-moment";
import { type Discount, promoLosses, promoLossTexts } from "./promo-losses";
import { createPromosDeskRepo, type PromoRow } from "./promos-desk.repo.server";
import type { ChangedPromo, NewPromo, PromosQuery } from "./promos-desk.schema";
import { discountText, lastDay, promoChanges, promoMark } from "./promos-view";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly catalogDesk: Pick<CatalogDesk, "prices">;
}

export type PromosDesk = ReturnType<typeof createPromosDesk>;

/** What staff do with promo codes. They apply at once, without a version of the catalogue. */
export function createPromosDesk({ db, clock, catalogDesk }: Dependencies) {
	const repo = createPromosDeskRepo(db);

	/** Refuses a code that brings prices below cost, until the person has seen which. */
	async function checkCosts(session: StaffSession, discount: Discount): Promise<Result<null>> {
		const { entries, costs } = await catalogDesk.prices(session);
		const losses = promoLosses(entries, costs, discount);
		if (losses.length === 0) return ok(null);
		return fail("conflict", `With this code, ${formatCount(losses.length, "product")} can be ordered below cost.`, {
			code: "below_cost",
			details: promoLossTexts(losses),
		});
	}

	return {
		async list(session: StaffSession, { q, after }: PromosQuery) {
			const rows = await repo.list(session, normalisePromo(q), decodeCursor(after), pageSize + 1, clock());
			return toPage(rows, ({ endsAt, code }) => [endsAt, code]);
		},

		/** Those that customers can use now or later, at most 100. */
		open: (session: StaffSession) => repo.open(session, clock()),

		async create(
			session: StaffSession,
			{ promo: code, from, until, belowCost, ...terms }: NewPromo,
		): Promise<Result<{ readonly startsAt: number }>> {
			const now = clock();
			const window = windowOf({ from, until }, now, null);
			if (!window.ok) return window;
			const { startsAt, endsAt } = window.value;
			const checked = belowCost ? ok(null) : await checkCosts(session, terms);
			if (!checked.ok) return checked;
			const saved = await db.commit(
				change(
					audit(session, "catalogue.publish", {
						kind: "promo.created",
						subject: { type: "promo", id: code },
						params: { code, discount: discountText(terms), startsAt, endsAt },
					}),
					repo.add({ ...terms, code, startsAt, endsAt }),
				),
				now,
			);
			if (saved.state === "duplicate") return failField("promo", `There is a code ${code} already.`);
			return saved.state === "ok" ? ok({ startsAt }) : fail("conflict", "The code was not created. Try again.");
		},

		/** Applies at once. Orders that were placed with it keep their discount. */
		async change(
			session: StaffSession,
			{ promo: code, seen, from, until, reason, belowCost, ...terms }: ChangedPromo,
		): Promise<Result<null>> {
			const now = clock();
			const row = await repo.find(session, code, now);
			if (!row) return fail("not_found", "There is no such code.");
			if (promoMark(row) !== seen) return changedMeanwhile;
			const window = windowOf({ from, until }, now, row);
			if (!window.ok) return window;
			const { uses } = row;
			if (terms.maxUses !== null && terms.maxUses < uses)
				return failField(
					"maxUses",
					`Customers have used it ${uses === 1 ? "once" : `${uses} times`}. Enter ${uses} or more, or end the code.`,
				);
			const after = { ...terms, ...window.value };
			const changes = promoChanges(row, { ...row, ...after });
			if (changes.length === 0) return fail("conflict", "Nothing is different from what the code has.");
			const isSameDiscount = discountText(row) === discountText(terms);
			const checked = belowCost || isSameDiscount ? ok(null) : await checkCosts(session, terms);
			if (!checked.ok) return checked;
			const saved = await db.commit(
				change(
					audit(session, "catalogue.publish", {
						kind: "promo.changed",
						subject: { type: "promo", id: code },
						params: { code, changes },
						reason,
					}),
					repo.update(row, after),
				),
				now,
			);
			return saved.state === "ok" ? ok(null) : changedMeanwhile;
		},

		/** Orders that were placed with it keep their discount. */
		async end(session: StaffSession, code: string, reason: string): Promise<Result<null>> {
			const now = clock();
			const saved = await db.commit(
				change(
					audit(session, "catalogue.publish", {
						kind: "promo.ended",
						subject: { type: "promo", id: code },
						params: { code },
						reason,
					}),
					repo.end(code, now),
				),
				now,
			);
			return saved.state === "ok" ? ok(null) : fail("conflict", "This code has ended already.");
		},
	};
}

const changedMeanwhile = fail(
	"conflict",
	"Someone has changed this code or used it in the meantime. Check what it has now and save again.",
	{ code: "changed_meanwhile" },
);

/** From when until when a code applies. A day that the code has already stays as it is, unless the code has ended. */
function windowOf(
	{ from, until }: { readonly from: number | null; readonly until: number },
	now: number,
	row: PromoRow | null,
): Result<{ readonly startsAt: number; readonly endsAt: number }> {
	const isSame = (day: number, at: number | undefined) => at !== undefined && kenyanDay(at) === kenyanDay(day);
	const startsAt = isSame(from ?? now, row?.startsAt) ? (row?.startsAt ?? now) : (from ?? now);
	if (startsAt !== row?.startsAt && kenyanDay(startsAt) < kenyanDay(now))
		return failField("from", "Choose today or a later day.");
	// The last day counts.
	const endsAt = row && now < row.endsAt && isSame(until, lastDay(row)) ? row.endsAt : until + DAY;
	if (endsAt <= now) return failField("until", "Choose today or a later day.");
	return ok({ startsAt, endsAt });
}
