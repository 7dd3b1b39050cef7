import type { Database } from "../../db/client.server";
import { enqueue } from "../../db/outbox.server";
import type { ConfirmedOwner, Owner } from "../../db/owner";
import { fail, ok, type Result } from "../../lib/result";
import type { Clock } from "../../platform/clock";
import type { Activity } from "../activity/activity.server";
import { deletionOf } from "../hosting/deletion";
import { grace } from "./closing";
import { closingRepo } from "./closing.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly activity: Activity;
	readonly dispatch: (ids: readonly string[]) => void;
}

/** Accounts that one run of the cron closes; the next one goes on. */
const perRun = 50;

/** Closing an account: asked for, thought over for two weeks, done. */
export function createClosing({ db, clock, activity, dispatch }: Dependencies) {
	const repo = closingRepo(db);

	return {
		/** Every sign-in ends, this one too, and a mail says until when the account can be kept. */
		async schedule({ id: userId }: { readonly id: string }, owner: ConfirmedOwner): Promise<Result<null>> {
			const now = clock();
			const closesAt = now + grace;
			const mail = enqueue(db, { kind: "mail.account-closing", payload: { userId, closesAt }, userId }, now);
			const message = "Asked to close the account.";
			const written = await db.attempt([
				repo.schedule(owner, closesAt, now),
				db.mustChange(),
				activity.record({ actor: "customer", kind: "account.closing", message }, owner),
				repo.stopRenewals(userId, now),
				mail.statement,
				repo.endSessions(userId),
			]);
			if (!written) return fail("conflict", "This account is closing already.");
			dispatch([mail.id]);
			return ok(null);
		},

		/** The way back. Auto-renew stays off until it is switched on for each name. */
		async keep(owner: Owner): Promise<Result<null>> {
			const message = "Kept the account after all.";
			const written = await db.attempt([
				repo.keep(owner, clock()),
				db.mustChange(),
				activity.record({ actor: "customer", kind: "account.kept", message }, owner),
			]);
			return written ? ok(null) : fail("conflict", "This account is not closing.");
		},

		/** Closes the accounts whose two weeks are over. Running twice at once closes each once. */
		async closeDue(): Promise<number> {
			const now = clock();
			let count = 0;
			for (const { id } of await repo.due(now, perRun)) {
				const plans = await repo.plansOf(id);
				const deletions = plans.map((plan) => enqueue(db, deletionOf(plan.id, id), now));
				const ends = deletions.map(({ statement }) => statement);
				// Refused where it was kept at the last moment, or closed by another run.
				if (await db.attempt([repo.close(id, now), db.mustChange(), ...repo.clear(id, now), ...ends])) {
					dispatch(deletions.map((deletion) => deletion.id));
					count += 1;
				}
			}
			return count;
		},
	};
}
