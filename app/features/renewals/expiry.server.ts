import { href } from "react-router";
import type { Database } from "~/db/client.server";
import type { Activity } from "~/features/activity/activity.server";
import type { DomainStatus } from "~/features/domains/domain-state";
import type { Holdings } from "~/features/domains/holdings.server";
import { graceDays, releaseDays, reminderDue, reminderReach } from "~/features/domains/lifecycle";
import type { Clock } from "~/lib/clock";
import { formatDay, type Locale } from "~/lib/dates";
import { DAY } from "~/lib/durations";
import type { Registrar } from "~/platform/registrar/registrar";
import { createExpiryRepo, type EndingDomain } from "./expiry.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly activity: Activity;
	readonly holdings: Pick<Holdings, "ended" | "extended">;
	readonly registrar: Pick<Registrar, "info">;
	readonly dispatch: (effectIds: readonly string[]) => void;
}

export type Expiry = ReturnType<typeof createExpiry>;

/** Rows of one write: each takes two statements or three. */
const together = 20;

/** What time does to registrations, and what their holders are told of it. Running it again changes nothing more. */
export function createExpiry({ db, clock, activity, holdings, registrar, dispatch }: Dependencies) {
	const repo = createExpiryRepo(db);

	async function move(domain: EndingDomain, to: DomainStatus, sentence: string) {
		const entry = { actor: "system", kind: `domain.${to}`, message: sentence, subjectId: domain.id } as const;
		// Refused where it was renewed or given up, or another run was faster.
		await db.attempt([...repo.move(domain, to, clock()), activity.record(entry, { userId: domain.userId })]);
	}

	/**
	 * Nobody renewed it, so its registry lets it go. A registry that has a later end says that it was restored; one that
	 * does not answer is asked again in the next run.
	 */
	async function release(domain: EndingDomain) {
		const now = clock();
		const info = await registrar.info(domain).catch(() => "unreachable" as const);
		if (info === "unreachable") return;
		const restored = info !== undefined && info !== "not_held" && info.expiry > domain.expiresAt;
		const { statements, effects } = restored
			? holdings.extended(domain, info.expiry, now)
			: holdings.ended(domain, "released", now);
		if (await db.attempt(statements)) dispatch(effects);
	}

	return {
		/**
		 * Names whose end has come expire; those that nobody renewed in time go into redemption, and then to anyone: their
		 * zone and forwarding are removed.
		 */
		async moveOn(limit = 100): Promise<void> {
			const now = clock();
			for (const domain of await repo.ended("active", now, limit))
				await move(domain, "expired", `${domain.name} expired.`);
			// Apart, so that the many under .ke which still wait for their day leave room for the others.
			for (const kenyan of [true, false]) {
				const by = now - graceDays(kenyan ? "ke" : "com") * DAY;
				for (const domain of await repo.ended("expired", by, limit, { kenyan }))
					await move(domain, "redemption", `${domain.name} went into redemption: it was not renewed in time.`);
				const released = now - releaseDays(kenyan ? "ke" : "com") * DAY;
				for (const domain of await repo.ended("redemption", released, limit, { kenyan })) await release(domain);
			}
		},

		/** Mails and notices about the end of a registration, each once. Answers how many are due. */
		async remind(limit = 2_000): Promise<number> {
			const now = clock();
			const near = await repo.around(now - reminderReach.after * DAY, now + reminderReach.before * DAY, limit);
			const due = near.flatMap((domain) => {
				const day = reminderDue(domain, now);
				return day === null ? [] : reminder(domain, day, now);
			});
			for (let from = 0; from < due.length; from += together) {
				const some = due.slice(from, from + together);
				await db.write(some.flatMap(({ statements }) => statements));
				dispatch(some.map(({ mail }) => mail));
			}
			return due.length;
		},
	};

	function reminder(domain: EndingDomain & Locale, day: number, now: number) {
		const { id: domainId, userId, name, expiresAt, status } = domain;
		const dedupeKey = `domain.expiring:${domainId}:${expiresAt}:${day}`;
		const payload = { domainId, expiresAt };
		const mail = repo.effect({ kind: "mail.expiry-reminder", payload, userId, dedupeKey: `mail.${dedupeKey}` }, now);
		const on = formatDay(expiresAt, domain);
		const told = repo.notice(
			{
				userId,
				kind: "domain.expiring",
				title: status === "expired" ? `${name} has expired` : `${name} expires on ${on}`,
				body:
					status === "expired"
						? `It expired on ${on}. Renew it before it is lost.`
						: domain.autoRenew
							? "It renews by itself once its invoice is paid."
							: "Renew it, and it goes on without a break.",
				href: `${href("/dashboard/domains/:domainId", { domainId })}#renew`,
				dedupeKey,
			},
			now,
		);
		return { mail: mail.id, statements: [mail.statement, told] };
	}
}
