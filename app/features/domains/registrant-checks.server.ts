import { change, emit, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import { reportProblem, resolveProblem } from "~/db/problems.server";
import { nextReminderEmail, queueReminders } from "~/db/reminders.server";
import type { Domain } from "~/db/schema";
import type { Clock } from "~/lib/clock";
import { DAY, HOUR, SECOND } from "~/lib/durations";
import { kenyanDate } from "~/lib/kenyan-day";
import { logger } from "~/lib/log.server";
import { fail, ok, type Result } from "~/lib/result";
import { timeBudget } from "~/lib/time-budget";
import { withTimeout } from "~/lib/with-timeout";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import type { RegistrantCheck } from "~/platform/registrar/registrant-check";
import type { Registrar } from "~/platform/registrar/registrar";
import { countChange } from "./change-limits";
import type { Portfolio } from "./portfolio.server";
import { registrantReminder } from "./registrant-check";
import { createRegistrantChecksRepo } from "./registrant-checks.repo.server";
import { toUnicode } from "./to-unicode";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly rateLimiter: RateLimiter;
	readonly registrar: Pick<Registrar, "registrantChecks">;
	readonly portfolio: Pick<Portfolio, "find">;
}

export type RegistrantChecks = ReturnType<typeof createRegistrantChecks>;

/** Domains that one run reads. A Worker has six connections at once, and other tasks need some. */
const perRun = 100;
const atOnce = 4;

const timeoutMs = 15 * SECOND;

const unchecked = { registrantCheck: null, registrantDeadline: null, registrantCheckAt: null } as const;

/**
 * Follows the registrars' checks of registrants (platform/registrar/registrant-check.ts): daily while the registrant has to
 * act. Reminds customers, and tells staff about a suspended domain.
 */
export function createRegistrantChecks({ db, clock, rateLimiter, registrar, portfolio }: Dependencies) {
	const repo = createRegistrantChecksRepo(db);

	const problemOf = ({ id }: Domain) => ({ kind: "registrant", subject: id }) as const;

	/** Stores what the registrar said. Nothing to do any more: the check ends. */
	async function save(domain: Domain, found: RegistrantCheck | undefined): Promise<void> {
		const now = clock();
		const isOpen = found !== undefined && found.state !== "verified";
		const fields = isOpen
			? {
					registrantCheck: found.state as "pending" | "suspended",
					registrantDeadline: found.deadline ?? domain.registrantDeadline,
					registrantCheckAt: now + DAY,
				}
			: unchecked;
		// One email for all domains that are suspended on a day.
		const day = kenyanDate(now);
		const isSuspended = fields.registrantCheck === "suspended";
		const wasSuspended = domain.registrantCheck === "suspended";
		await db.commit(
			change(
				repo.save(domain, fields),
				isSuspended &&
					!wasSuspended &&
					change(
						reportProblem(db, { ...problemOf(domain), about: { suspendedDomain: domain.id } }, now),
						emit({
							kind: "mail.registrant-suspended",
							payload: { userId: domain.userId, day },
							userId: domain.userId,
							once: `${domain.userId}:${day}`,
						}),
					),
				wasSuspended && !isSuspended && resolveProblem(db, problemOf(domain), now),
			),
			now,
		);
	}

	/** Reads one check. One that can't be read is read again in an hour. */
	async function read(domain: Domain): Promise<void> {
		const checks = registrar.registrantChecks(domain);
		try {
			const found = checks && (await withTimeout(checks.registrantCheck(domain), timeoutMs));
			// The nightly comparison ends a domain that is not held any more.
			await save(domain, found === "not_held" ? undefined : found);
		} catch (error) {
			logger.warn("registrant_check_failed", { domainId: domain.id, error });
			const { registrantCheck, registrantDeadline } = domain;
			const now = clock();
			await db.commit(repo.save(domain, { registrantCheck, registrantDeadline, registrantCheckAt: now + HOUR }), now);
		}
	}

	return {
		/** Reads the checks that are due. */
		async run(isOver = timeBudget()): Promise<void> {
			const rows = await repo.due(clock(), perRun);
			for (let done = 0; done < rows.length && !isOver(); done += atOnce)
				await Promise.all(rows.slice(done, done + atOnce).map(read));
		},

		/** Adds domains to their customers' next reminder email, some days before and after the deadline. Returns how many. */
		sendReminders(): Promise<number> {
			const { until } = nextReminderEmail(clock());
			return queueReminders({ db, clock }, [
				{
					kind: "registrant",
					page: repo.open,
					reminder(domain) {
						const stage = registrantReminder(domain, until);
						return stage === null ? null : { userId: domain.userId, subjectId: domain.id, stage };
					},
				},
			]);
		},

		/** Some domains of the owner whose registrant has to act. */
		unconfirmed: (owner: Owner, limit: number) => repo.ofOwner(owner, limit, clock()),

		/** Asks the registrar to send its email again. `verified`: it is not needed any more. */
		async sendAgain(owner: Owner, domainId: string): Promise<Result<"sent" | "verified">> {
			const domain = await portfolio.find(owner, domainId);
			if (!domain) return fail("not_found", "This domain is not in your account.");
			const checks = registrar.registrantChecks(domain);
			if (!checks || domain.registrantCheck === null) return ok("verified");
			const counted = await countChange(rateLimiter, domain);
			if (!counted.ok) return counted;
			try {
				const found = await checks.registrantCheck(domain);
				if (found === "not_held" || found === undefined || found.state === "verified") {
					await save(domain, undefined);
					return ok("verified");
				}
				await checks.sendRegistrantCheck(domain);
			} catch (error) {
				logger.warn("registrant_check_failed", { domainId: domain.id, error });
				return fail("unavailable", "The email could not be sent. Try again in a few minutes.");
			}
			const params = { domain: toUnicode(domain.name) };
			await db.commit(
				log({ kind: "domain.registrant_check", actor: "customer", params, owner, subjectId: domainId }),
				clock(),
			);
			return ok("sent");
		},
	};
}
