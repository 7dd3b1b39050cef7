import { type Change, change, emit, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { graceDays, releaseDays, reminderDue, reminderWindow } from "~/features/domains/lifecycle";
import type { Registrations } from "~/features/domains/registrations.server";
import { toUnicode } from "~/features/domains/to-unicode";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import type { Registrar } from "~/platform/registrar/registrar";
import { createExpiryRepo, type ExpiringDomain } from "./expiry.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly registrations: Pick<Registrations, "end" | "expire" | "extend">;
	readonly registrar: Pick<Registrar, "info">;
}

export type Expiry = ReturnType<typeof createExpiry>;

/** Reminders per commit. Each takes two statements. */
const remindersPerCommit = 20;

/** Expires and releases domains, and reminds their holders. Safe to repeat. */
export function createExpiry({ db, clock, registrations, registrar }: Dependencies) {
	const repo = createExpiryRepo(db);

	async function move(domain: ExpiringDomain, to: "expired" | "redemption") {
		const now = clock();
		const { id, userId, name } = domain;
		const params = { domain: toUnicode(name) };
		const entry = log({ kind: `domain.${to}`, actor: "system", params, owner: { userId }, subjectId: id });
		// Stale if the domain was renewed or deleted, or if another run was faster.
		await db.commit(change(registrations.expire(domain, to, now), entry), now);
	}

	/**
	 * Ends a domain that was not renewed. If its registry reports a later expiry, it was restored. If the registry does
	 * not answer, the next run asks again.
	 */
	async function release(domain: ExpiringDomain) {
		const now = clock();
		const info = await registrar.info(domain).catch(() => "unreachable" as const);
		if (info === "unreachable") return;
		const restored = info !== undefined && info !== "not_held" && info.expiry > domain.expiresAt;
		const released = restored
			? registrations.extend(domain, info.expiry, now)
			: registrations.end(domain, "released", now);
		await db.commit(released, now);
	}

	return {
		/**
		 * Domains past their expiry date expire. Those that were not renewed in time go into redemption, and are then
		 * released: their zone and forwarding are removed.
		 */
		async updateStatuses(limit = 100): Promise<void> {
			const now = clock();
			for (const domain of await repo.expiredBy("active", now, limit)) await move(domain, "expired");
			// Separately, so that many names under .ke that are not due yet don't use up the limit.
			for (const kenyan of [true, false]) {
				const by = now - graceDays(kenyan ? "ke" : "com") * DAY;
				for (const domain of await repo.expiredBy("expired", by, limit, { kenyan })) await move(domain, "redemption");
				const released = now - releaseDays(kenyan ? "ke" : "com") * DAY;
				for (const domain of await repo.expiredBy("redemption", released, limit, { kenyan })) await release(domain);
			}
		},

		/** Reminds holders of the expiry by email and notification, once for each day. Returns how many are due. */
		async sendReminders(limit = 2_000): Promise<number> {
			const now = clock();
			const near = await repo.expiringBetween(
				now - reminderWindow.after * DAY,
				now + reminderWindow.before * DAY,
				limit,
			);
			const due = near.flatMap((domain) => {
				const day = reminderDue(domain, now);
				return day === null ? [] : reminder(domain, day);
			});
			for (let from = 0; from < due.length; from += remindersPerCommit)
				await db.commit(change(...due.slice(from, from + remindersPerCommit)), now);
			return due.length;
		},
	};
}

function reminder({ id: domainId, userId, name, status, autoRenew, expiresAt }: ExpiringDomain, day: number): Change {
	const once = `${domainId}:${expiresAt}:${day}`;
	const params = { domainId, domain: toUnicode(name), expiresAt, expired: status === "expired", autoRenew };
	return change(
		emit({ kind: "mail.expiry-reminder", payload: { domainId, expiresAt }, userId, once }),
		notify({ kind: "domain.expiring", userId, params, once }),
	);
}
