import { change, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { RenewalWithdrawal } from "~/features/orders/renewal-withdrawal";
import type { Permission } from "~/features/staff/permissions";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { fail, ok, type Result } from "~/lib/result";
import { type AddonParent, createAddonsRepo } from "./addons.repo.server";
import type { AddonForm } from "./addons.schema";

export type Addons = ReturnType<typeof createAddons>;

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly orders: Pick<RenewalWithdrawal, "commitWithoutRenewal">;
}

/** A customer's add-ons, each of a domain or a plan. */
export function createAddons({ db, clock, orders }: Dependencies) {
	const repo = createAddonsRepo(db);
	const kinds = { "cancel-addon": "addon.cancelled", "keep-addon": "addon.kept" } as const;

	return {
		/** Those that run or are being activated. */
		of: (owner: Owner, parent: AddonParent) => repo.of(owner, parent, clock()),

		/** What an add-on of a customer can be for, for staff. */
		targets: (session: StaffSession, permission: Permission, userId: string) =>
			repo.targets(session, permission, userId, clock()),

		/** Change: adds an add-on that is active already. Stale if its domain or plan is not active, or has the same one. */
		recorded: repo.record,

		/**
		 * Cancels an add-on at the end of its paid time, or renews it again. A cancelled one leaves an unpaid invoice, unless
		 * the invoice is being paid.
		 */
		async set(owner: Owner, parent: AddonParent, { intent, addonId: id }: AddonForm): Promise<Result<null>> {
			const now = clock();
			const changed =
				intent === "cancel-addon" ? repo.cancel(owner, parent, id, now) : repo.keep(owner, parent, id, now);
			const params = { addon: repo.nameExpression(id) };
			const entry = { kind: kinds[intent], actor: "customer", params, owner, subjectId: id } as const;
			const done = change(changed, log(entry));
			const { state } =
				intent === "cancel-addon"
					? await orders.commitWithoutRenewal(done, { addonId: id, owner }, "customer", now)
					: await db.commit(done, now);
			return state === "ok" ? ok(null) : fail("not_found", "This add-on can no longer be changed.");
		},
	};
}
