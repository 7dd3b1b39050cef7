import type { Database } from "../../db/client.server";
import type { Owner } from "../../db/owner";
import type { Preferences } from "../../db/schema";
import { fail, ok, type Result } from "../../lib/result";
import type { Clock } from "../../platform/clock";
import type { Activity } from "../activity/activity.server";
import { mailChoices, preferencesOf } from "./preferences";
import { preferencesRepo } from "./preferences.repo.server";
import { readUnsubscribeToken } from "./unsubscribe-link";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly activity: Activity;
	readonly tokenSecret: string;
}

/** What customers want to hear of, and the links in mails that end one kind of them. */
export function createNotificationPreferences({ db, clock, activity, tokenSecret }: Dependencies) {
	const repo = preferencesRepo(db);

	return {
		async read(owner: Owner): Promise<Preferences> {
			const [row] = await repo.read(owner, clock());
			return preferencesOf(row?.preferences ?? null);
		},

		async save(owner: Owner, preferences: Preferences): Promise<void> {
			const message = "Changed what we send mails and notices about.";
			const entry = { actor: "customer", kind: "preferences.updated", message } as const;
			await db.write([repo.save(owner, preferences, clock()), db.mustChange(), activity.record(entry, owner)]);
		},

		/** What a link would end; it needs no sign-in. */
		linked(token: string): Result<{ label: string }> {
			const link = readUnsubscribeToken(tokenSecret, token);
			const choice = mailChoices.find(({ id }) => id === link?.preference);
			return choice ? ok({ label: choice.label }) : voidLink();
		},

		/** Ends the mails that the link names. Doing it twice changes nothing more. */
		async unsubscribe(token: string): Promise<Result<{ label: string }>> {
			const link = readUnsubscribeToken(tokenSecret, token);
			const choice = mailChoices.find(({ id }) => id === link?.preference);
			if (!link || !choice) return voidLink();
			const message = `Ended mails about ${choice.label.toLowerCase()} through the link in one of them.`;
			const entry = { actor: "customer", kind: "preferences.unsubscribed", message } as const;
			const owner = { userId: link.userId };
			await db.write([repo.switchOff(link.userId, link.preference, clock()), activity.record(entry, owner)]);
			return ok({ label: choice.label });
		},
	};
}

const voidLink = () => fail("invalid", "This link is not complete. Copy the whole address from the mail.");
