import type { Change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner, SensitiveOwner } from "~/db/owner";
import { createAccountsRepo } from "./accounts.repo.server";

/** The account closes at `closesAt` (ms). Stale unless it is active. */
export const accountClosing = (db: Database, owner: SensitiveOwner, closesAt: number, now: number): Change =>
	createAccountsRepo(db).scheduleClosing(owner, closesAt, now);

/** Takes the closing back. Stale unless the account is closing. */
export const accountKept = (db: Database, owner: Owner, now: number): Change => createAccountsRepo(db).keep(owner, now);

/** Closes an account whose time is over and removes what it says about its customer. Stale if it was kept. */
export const accountClosed = (db: Database, userId: string, now: number): Change =>
	createAccountsRepo(db).close(userId, now);

/**
 * Closes an account whose rows moved to another one. Stale unless both are active and in the same currency, if it has
 * changed since `version`, if one belongs to someone at the desk, and while a payment or a job of it runs.
 */
export const accountMerged = (
	db: Database,
	accounts: { readonly from: string; readonly version: number; readonly into: string },
	now: number,
): Change => createAccountsRepo(db).merge(accounts, now);
