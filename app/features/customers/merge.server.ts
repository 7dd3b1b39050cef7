import { audit, change, emit, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { accountMerged } from "~/features/accounts/account-changes.server";
import { parseEmail } from "~/features/accounts/email";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { MINUTE } from "~/lib/durations";
import { fail, failField, ok, type Result } from "~/lib/result";
import type { Merge } from "./customers.schema";
import { type MergeAccount, mergeObstacle } from "./merge";
import { createMergeRepo } from "./merge.repo.server";

/** Archived months move after work on them, which began before the merge, has ended. */
const archiveDelay = 10 * MINUTE;

export type CustomerMerge = ReturnType<typeof createCustomerMerge>;

/** Merges two accounts of one customer. */
export function createCustomerMerge({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
	const repo = createMergeRepo(db);

	/** Both accounts, if they can be merged. @param named the id or the email address of the one that is closed */
	async function pair(
		session: StaffSession,
		intoId: string,
		named: string,
	): Promise<Result<{ readonly from: MergeAccount; readonly into: MergeAccount }>> {
		const now = clock();
		const [into, from] = await Promise.all([
			repo.account(session, intoId, now),
			repo.account(session, nameOf(named), now),
		]);
		if (!into) return fail("not_found", "There is no such customer.");
		if (!from) return failField("q", "No account has this email address or id.");
		const obstacle = mergeObstacle({ from, into }, await repo.sharedNames(session, from.id, into.id, now));
		return obstacle === null ? ok({ from, into }) : failField("q", obstacle);
	}

	return {
		pair,

		/**
		 * Moves everything of the account `from` to `intoId`, closes it and emails both addresses. It can't be undone.
		 * Returns the address of the closed account.
		 */
		async merge(session: StaffSession, intoId: string, input: Merge): Promise<Result<string>> {
			const found = await pair(session, intoId, input.from);
			if (!found.ok) return found.error.kind === "not_found" ? found : fail("conflict", found.error.message);
			const { from, into } = found.value;
			const { checked, reason, version } = input;
			const now = clock();
			const entry = (id: string) => ({ subject: { type: "customer", id }, customerId: id, reason });
			const { state } = await db.commit(
				change(
					audit(session, "customers.merge", {
						...entry(into.id),
						kind: "customer.merged",
						params: { email: from.email, checked },
					}),
					audit(session, "customers.merge", {
						...entry(from.id),
						kind: "customer.merged_into",
						params: { email: from.email, into: into.email },
					}),
					log({
						kind: "account.merged",
						actor: "staff",
						params: { email: from.email },
						owner: { userId: into.id },
					}),
					...[undefined, from.email].map((to) =>
						emit({
							kind: "mail.accounts-merged",
							payload: { userId: into.id, from: from.email, ...(to !== undefined && { to }) },
							userId: into.id,
						}),
					),
					emit({
						kind: "archive.move",
						payload: { from: from.id, into: into.id },
						userId: into.id,
						delayMs: archiveDelay,
					}),
					// Before its rows move, because it checks that none of them is being worked on.
					accountMerged(db, { from: from.id, version, into: into.id }, now),
					repo.moveAll(from.id, into.id, from.email, now),
				),
				now,
			);
			return state === "ok" ? ok(from.email) : changed();
		},
	};
}

const nameOf = (text: string): string => {
	const email = parseEmail(text);
	return email.ok ? email.value : text.trim();
};

const changed = () =>
	fail(
		"conflict",
		"Nothing was merged: one of the accounts has changed, belongs to someone at the desk, or a payment or an order is being worked on. Reload the page and try again in a few minutes.",
	);
