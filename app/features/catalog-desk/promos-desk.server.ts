import { audit, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import { decodeCursor, pageSize, toPage } from "~/lib/page";
import { fail, failField, ok, type Result } from "~/lib/result";
import { createPromosDeskRepo } from "./promos-desk.repo.server";
import type { NewPromo, PromosQuery } from "./promos-desk.schema";
import { discountText } from "./promos-view";

export type PromosDesk = ReturnType<typeof createPromosDesk>;

/** What staff do with promo codes. They apply at once, without a version of the catalogue. */
export function createPromosDesk({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
	const repo = createPromosDeskRepo(db);

	return {
		async list(session: StaffSession, { after }: PromosQuery) {
			const rows = await repo.list(session, decodeCursor(after), pageSize + 1, clock());
			return toPage(rows, ({ endsAt, code }) => [endsAt, code]);
		},

		async create(session: StaffSession, { until, ...promo }: NewPromo): Promise<Result<null>> {
			const now = clock();
			// The last day counts.
			const endsAt = until + DAY;
			if (endsAt <= now) return failField("until", "Choose a day that is still to come.");
			const saved = await db.commit(
				change(
					audit(session, "catalogue.publish", {
						kind: "promo.created",
						subject: { type: "promo", id: promo.code },
						params: { code: promo.code, discount: discountText(promo), endsAt },
					}),
					repo.add({ ...promo, startsAt: now, endsAt }),
				),
				now,
			);
			if (saved.state === "duplicate") return failField("code", `There is a code ${promo.code} already.`);
			return saved.state === "ok" ? ok(null) : fail("conflict", "The code was not created. Try again.");
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
