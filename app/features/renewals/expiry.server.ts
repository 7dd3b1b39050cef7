import { change, emit, log, notify, notifyAll } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { queueDueItems } from "~/db/due-items.server";
import { type DueRange, dueRange, type Scope } from "~/db/due-range";
import { nextReminderEmail, queueReminders, type ReminderSource } from "~/db/reminders.server";
import { restoreFee } from "~/features/catalog/domain-prices";
import {
	contactReminderDue,
	contactReminderRanges,
	graceDays,
	releaseDays,
	restorableUntil,
} from "~/features/domains/lifecycle";
import { compareExpiry } from "~/features/domains/reconcile";
import type { Registrations } from "~/features/domains/registrations.server";
import { toUnicode } from "~/features/domains/to-unicode";
import type { RenewalWithdrawal } from "~/features/orders/renewal-withdrawal";
import { done, type Outcome } from "~/features/outbox/outbox";
import type { Clock } from "~/lib/clock";
import { DAY, HOUR } from "~/lib/durations";
import type { Registrar } from "~/platform/registrar/registrar";
import { createExpiryRepo, type EndingDomain, type ExpiringDomain } from "./expiry.repo.server";
import { allDomainDays, domainReminderDays, type ReminderDays, reminderDue, reminderRanges } from "./reminder-days";

export interface ExpiryDependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly registrations: Pick<Registrations, "end" | "expire" | "extend">;
	readonly registrar: Pick<Registrar, "info">;
	readonly orders: Pick<RenewalWithdrawal, "commitWithoutRenewal">;
	readonly reminderDays: () => Promise<ReminderDays>;
}

export type Expiry = ReturnType<typeof createExpiry>;

/** The status that a domain leaves. */
const statusBefore = { expired: "active", redemption: "expired", released: "redemption" } as const;

type NextStatus = keyof typeof statusBefore;

/** How long to wait for a registry that does not answer. */
const registryRetryMs = HOUR;

/** Expires and releases domains, and reminds their holders. Safe to repeat. */
export function createExpiry({ db, clock, registrations, registrar, orders, reminderDays }: ExpiryDependencies) {
	const repo = createExpiryRepo(db);

	async function move(domain: ExpiringDomain, to: "expired" | "redemption"): Promise<Outcome> {
		const now = clock();
		const { id, userId, name } = domain;
		const params = { domain: toUnicode(name) };
		const entry = log({ kind: `domain.${to}`, actor: "system", params, owner: { userId }, subjectId: id });
		const moved = change(registrations.expire(domain, to, now), entry);
		// Stale if the domain was renewed or deleted in the meantime.
		if (to === "expired") await db.commit(moved, now);
		else await orders.commitWithoutRenewal(change(moved, redemptionNotice(domain)), { domainId: id }, "system", now);
		return done;
	}

	/** Tells the customer until when they can restore it themselves. */
	function redemptionNotice({ id: domainId, userId, name, tld, expiresAt }: ExpiringDomain) {
		const until = restoreFee(tld) && restorableUntil({ tld, expiresAt });
		const once = `${domainId}:${expiresAt}`;
		const params = { domainId, domain: toUnicode(name), until };
		return change(
			emit({ kind: "mail.domain-redemption", payload: { domainId, expiresAt }, userId, once }),
			notify({ kind: "domain.redemption", userId, params, once }),
		);
	}

	/**
	 * Ends a domain that was not renewed. If its registry reports a later expiry, it was restored. Waits for a restore that
	 * is paid.
	 */
	async function release(domain: ExpiringDomain): Promise<Outcome> {
		const now = clock();
		if (await repo.hasPaidRestore(domain))
			return { state: "postponed", reason: "Its restore is paid and in progress", until: now + DAY };
		const info = await registrar.info(domain).catch(() => "unreachable" as const);
		if (info === "unreachable")
			return { state: "postponed", reason: "The registry does not answer", until: now + registryRetryMs };
		const restored = info !== undefined && info !== "not_held" && compareExpiry(domain, info) === "later";
		const released = restored
			? registrations.extend(domain, info.expiry, now)
			: registrations.end(domain, "released", now);
		await db.commit(released, now);
		return done;
	}

	const source = (to: NextStatus, range: DueRange, extension: { kenyan?: boolean } = {}) => ({
		kind: "domain.expire" as const,
		page: repo.ending(statusBefore[to], range, extension),
		event: ({ id: domainId, expiresAt }: EndingDomain) => ({
			payload: { domainId, expiresAt, to },
			once: `${domainId}:${expiresAt}:${to}`,
		}),
	});

	return {
		/**
		 * Queues domains past their expiry date, which expire, and those that were not renewed in time, which go into
		 * redemption and are then released. Returns the number of new items.
		 */
		queueDue(scope: Scope): Promise<number> {
			const now = clock();
			const ofExtension = (kenyan: boolean) => {
				const tld = kenyan ? "ke" : "com";
				return [
					source("redemption", dueRange(now - graceDays(tld) * DAY, scope), { kenyan }),
					source("released", dueRange(now - releaseDays(tld) * DAY, scope), { kenyan }),
				];
			};
			const sources = [source("expired", dueRange(now, scope)), ...ofExtension(true), ...ofExtension(false)];
			return queueDueItems({ db, clock }, sources);
		},

		/**
		 * Moves a domain to its next status. A released domain loses its zone and forwarding. Does nothing if the domain has
		 * been renewed or has another status.
		 */
		async expire({
			domainId,
			expiresAt,
			to,
		}: {
			domainId: string;
			expiresAt: number;
			to: NextStatus;
		}): Promise<Outcome> {
			const domain = await repo.find(domainId);
			if (domain?.status !== statusBefore[to] || domain.expiresAt !== expiresAt) return done;
			return to === "released" ? release(domain) : move(domain, to);
		},

		/**
		 * Adds domains that expire soon or have expired to their holders' next reminder email, and notifies them. Also those
		 * whose contact data is shown once a year. Returns how many.
		 */
		async sendReminders(): Promise<number> {
			const { until } = nextReminderEmail(clock());
			const days = await reminderDays();
			const sources = reminderRanges(allDomainDays(days), until).flatMap((range) =>
				(["active", "expired"] as const).map(
					(status): ReminderSource<ExpiringDomain> => ({
						kind: "domain",
						page: repo.remindable(status, range),
						reminder(domain: ExpiringDomain) {
							const stage = reminderDue(domainReminderDays(domain, days), domain.expiresAt, until);
							return stage === null ? null : { userId: domain.userId, subjectId: domain.id, stage };
						},
						also: (due: readonly ExpiringDomain[]) => notifyAll("domain.expiring", due.map(reminderNotification)),
					}),
				),
			);
			const contacts = contactReminderRanges(until).map(
				(range): ReminderSource<ExpiringDomain> => ({
					kind: "contacts",
					page: repo.remindable("active", range),
					reminder(domain) {
						const stage = contactReminderDue(domain, until);
						return stage === null ? null : { userId: domain.userId, subjectId: domain.id, stage };
					},
				}),
			);
			return queueReminders({ db, clock }, [...sources, ...contacts]);
		},
	};
}

/** One before the expiry and one after it, because it says the same on each day. */
function reminderNotification({ id: domainId, userId, name, status, autoRenew, expiresAt }: ExpiringDomain) {
	const params = { domainId, domain: toUnicode(name), expiresAt, expired: status === "expired", autoRenew };
	return { userId, params, once: `${domainId}:${expiresAt}:${status}` };
}
