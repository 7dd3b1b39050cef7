import { change, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Clock } from "~/lib/clock";
import { fail, ok, type Result } from "~/lib/result";
import type { Secrets } from "~/lib/secrets";
import type { Preferences } from "./preferences";
import { emailChoices, preferencesOf } from "./preferences";
import { createPreferencesRepo } from "./preferences.repo.server";
import { readUnsubscribeToken } from "./unsubscribe-link";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly secrets: Secrets;
}

/** Which emails and notifications customers want, and the unsubscribe links in emails. */
export function createNotificationPreferences({ db, clock, secrets }: Dependencies) {
	const repo = createPreferencesRepo(db);

	return {
		async read(owner: Owner): Promise<Preferences> {
			const [row] = await repo.read(owner, clock());
			return preferencesOf(row?.preferences ?? null);
		},

		async save(owner: Owner, preferences: Preferences): Promise<void> {
			const now = clock();
			const entry = log({ kind: "preferences.updated", actor: "customer", params: {}, owner });
			await db.commit(change(repo.save(owner, preferences, now), entry), now);
		},

		/** The label of the emails that the link unsubscribes from. Requires no sign-in. */
		describeLink(token: string): Result<{ label: string }> {
			const link = readUnsubscribeToken(secrets, token);
			const choice = emailChoices.find(({ id }) => id === link?.preference);
			return choice ? ok({ label: choice.label }) : invalidLink();
		},

		/** Unsubscribes from the emails that the link names. Safe to repeat. */
		async unsubscribe(token: string): Promise<Result<{ label: string }>> {
			const link = readUnsubscribeToken(secrets, token);
			const choice = emailChoices.find(({ id }) => id === link?.preference);
			if (!link || !choice) return invalidLink();
			const now = clock();
			const { userId, preference } = link;
			const entry = { kind: "preferences.unsubscribed", actor: "customer", params: { preference } } as const;
			await db.commit(change(repo.switchOff(userId, preference, now), log({ ...entry, owner: { userId } })), now);
			return ok({ label: choice.label });
		},
	};
}

const invalidLink = () => fail("invalid", "This link is incomplete. Copy the whole link from the email.");
