import { audit, change, emit, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import { reportProblem, resolveProblem } from "~/db/problems.server";
import { nextReminderEmail, queueReminders } from "~/db/reminders.server";
import type { Domain } from "~/db/schema";
import { holdProblem } from "~/features/problems/problem";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { DAY, HOUR, SECOND } from "~/lib/durations";
import { kenyanDate } from "~/lib/kenyan-day";
import { logger } from "~/lib/log.server";
import { fail, ok, type Result } from "~/lib/result";
import type { Secrets } from "~/lib/secrets";
import { timeBudget } from "~/lib/time-budget";
import { withTimeout } from "~/lib/with-timeout";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import type { RegistrantCheck } from "~/platform/registrar/registrant-check";
import type { Registrar } from "~/platform/registrar/registrar";
import { countChange } from "./change-limits";
import { createOwnRegistrantChecks, HoldNotChanged, registrantEmail } from "./own-registrant-checks.server";
import type { Portfolio } from "./portfolio.server";
import { isOpen, registrantReminder } from "./registrant-check";
import { createRegistrantChecksRepo } from "./registrant-checks.repo.server";
import { toUnicode } from "./to-unicode";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly rateLimiter: RateLimiter;
	readonly registrar: Pick<Registrar, "registrantChecks" | "registrantHolds">;
	readonly portfolio: Pick<Portfolio, "find">;
	/** Of the links to registrants. */
	readonly secrets: Secrets;
}

export type RegistrantChecks = ReturnType<typeof createRegistrantChecks>;

/** Domains that one run reads. A Worker has six connections at once, and other tasks need some. */
const perRun = 100;
const atOnce = 4;

const timeoutMs = 15 * SECOND;

/**
 * How many emails one address gets, whichever account entered it as a registrant's. One link confirms all of an account's
 * domains that wait, so few are needed.
 */
const emailsPerAddress = { limit: 10, windowMs: DAY } as const;

const unchecked = { registrantCheck: null, registrantDeadline: null, registrantCheckAt: null } as const;

/** Emails the registrant our link. The event has no account, so that the owner of the domain can't read it at the desk. */
const emailRegistrant = ({ id: domainId }: Pick<Domain, "id">) =>
	emit({ kind: "mail.confirm-registrant", payload: { domainId } });

/**
 * Follows the registrars' checks of registrants (platform/registrar/registrant-check.ts): daily while the registrant has to
 * act. Checks them itself where we are the registrar. Reminds customers, and tells staff about a suspended domain.
 */
export function createRegistrantChecks({ db, clock, rateLimiter, registrar, portfolio, secrets }: Dependencies) {
	const repo = createRegistrantChecksRepo(db);
	const own = createOwnRegistrantChecks({ repo, clock, secrets });

	const countEmail = (domain: Domain) =>
		rateLimiter.take(["registrant-email", registrantEmail(domain) ?? ""], emailsPerAddress);

	const problemOf = ({ id }: Domain) => ({ kind: "registrant", subject: id }) as const;

	/** Stores what was found. Nothing to do any more: the check ends. */
	async function save(domain: Domain, found: RegistrantCheck | undefined, asks = false): Promise<void> {
		const now = clock();
		const deadline = found?.deadline ?? domain.registrantDeadline;
		const isBefore = deadline !== null && deadline > now;
		const fields =
			found !== undefined && found.state !== "verified"
				? {
						registrantCheck: found.state,
						registrantDeadline: deadline,
						registrantCheckAt: isBefore ? Math.min(now + DAY, deadline) : now + DAY,
					}
				: unchecked;
		// One email for all domains that are suspended on a day.
		const day = kenyanDate(now);
		const isSuspended = fields.registrantCheck === "suspended";
		const wasSuspended = domain.registrantCheck === "suspended" || domain.registrantCheck === "confirmed";
		await db.commit(
			change(
				repo.save(domain, fields),
				asks && emailRegistrant(domain),
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
				registrar.registrantHolds(domain) &&
					change(...[true, false].map((isHeld) => resolveProblem(db, holdProblem(domain.id, isHeld), now))),
			),
			now,
		);
	}

	/**
	 * Reads one check. One that can't be read is read again in an hour. Staff learn that a domain could not be suspended, or
	 * not put back. Returns whether it was read.
	 */
	async function read(domain: Domain): Promise<boolean> {
		const holds = registrar.registrantHolds(domain);
		const checks = registrar.registrantChecks(domain);
		try {
			const { check, asks } = holds
				? await own.read(domain, holds)
				: { check: checks && (await withTimeout(checks.registrantCheck(domain), timeoutMs)), asks: false };
			// Its time begins with the email.
			if (asks && !(await countEmail(domain)).allowed) await readAgain(domain);
			// The nightly comparison ends a domain that is not held any more.
			else await save(domain, check === "not_held" ? undefined : check, asks);
			return true;
		} catch (error) {
			logger.warn("registrant_check_failed", { domainId: domain.id, error });
			await readAgain(domain, error instanceof HoldNotChanged ? error : null);
			return false;
		}
	}

	async function readAgain(domain: Domain, failed: HoldNotChanged | null = null): Promise<void> {
		const { id, registrantCheck, registrantDeadline } = domain;
		const now = clock();
		await db.commit(
			change(
				repo.save(domain, { registrantCheck, registrantDeadline, registrantCheckAt: now + HOUR }),
				failed && reportHold(id, failed, now),
			),
			now,
		);
	}

	/** A registry that does not answer needs no email, because the next attempt may reach it. */
	const reportHold = (id: string, { isHeld, refused }: HoldNotChanged, now: number) => {
		const about = refused === null ? null : { refusedHold: id, isHeld, answer: refused };
		return reportProblem(db, { ...holdProblem(id, isHeld), causeId: id, about, answer: refused }, now);
	};

	return {
		/** Reads the checks that are due. */
		async run(isOver = timeBudget()): Promise<void> {
			const rows = await repo.due(clock(), perRun);
			for (let done = 0; done < rows.length && !isOver(); done += atOnce)
				await Promise.all(rows.slice(done, done + atOnce).map(read));
		},

		/** Tries again now to suspend a domain, or to put it back. @param by at the desk */
		async retryHold(by: StaffSession, domainId: string): Promise<Result<null>> {
			const domain = await repo.domain(domainId);
			if (!domain || domain.registrantCheckAt === null)
				return fail("conflict", "The registrant of this domain is not checked any more.");
			const now = clock();
			const due = { ...domain, registrantCheckAt: now };
			const started = await db.commit(
				change(
					audit(by, "services.change", {
						kind: "domain.hold_retried",
						subject: { type: "domain", id: domainId },
						customerId: domain.userId,
						params: { domain: toUnicode(domain.name) },
					}),
					repo.save(domain, due),
				),
				now,
			);
			if (started.state !== "ok") return fail("conflict", "Someone else has just tried it.");
			return (await read(due))
				? ok(null)
				: fail("unavailable", "The registry has not done it. Read its answer below, if it gave one.");
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

		/** The registrant's address that a link confirms. Changes nothing. */
		async find(token: string): Promise<Result<{ readonly domain: string; readonly email: string }>> {
			const found = await own.linked(token);
			return found.ok ? ok({ domain: toUnicode(found.value.domain.name), email: found.value.email }) : found;
		},

		/** Confirms the address, for all domains of the account with this registrant. Repeating it changes nothing. */
		async confirm(token: string): Promise<Result<{ readonly isSuspended: boolean }>> {
			const found = await own.linked(token);
			if (!found.ok) return found;
			const { domain, email } = found.value;
			const owner = { userId: domain.userId };
			const now = clock();
			const others = (await repo.ofOwner(owner, perRun, now)).filter(({ id }) => id !== domain.id);
			// The account may have more open checks than are read.
			const open = [domain, ...others].filter(
				(one) => isOpen(one.registrantCheck) && registrantEmail(one) === email && registrar.registrantHolds(one),
			);
			if (open.length === 0) return ok({ isSuspended: false });
			const { state } = await db.commit(
				change(
					...open.map((one) =>
						change(
							repo.save(
								one,
								one.registrantCheck === "suspended"
									? { ...unchecked, registrantCheck: "confirmed", registrantCheckAt: now }
									: unchecked,
							),
							log({
								...{ kind: "domain.registrant_confirmed", actor: "system", owner, subjectId: one.id },
								params: { domain: toUnicode(one.name), email },
							}),
						),
					),
				),
				now,
			);
			if (state !== "ok") return fail("conflict", "The domain was changed in the meantime. Try again.");
			return ok({ isSuspended: open.some((one) => one.registrantCheck === "suspended") });
		},

		/** Has the registrant emailed again. `verified`: it is not needed any more. */
		async sendAgain(owner: Owner, domainId: string): Promise<Result<"sent" | "verified">> {
			const domain = await portfolio.find(owner, domainId);
			if (!domain) return fail("not_found", "This domain is not in your account.");
			const checks = registrar.registrantChecks(domain);
			const isOwn = registrar.registrantHolds(domain) !== undefined;
			if (isOwn ? !isOpen(domain.registrantCheck) : !checks || domain.registrantCheck === null) return ok("verified");
			const counted = await countChange(rateLimiter, domain);
			if (!counted.ok) return counted;
			const email = isOwn ? await countEmail(domain) : null;
			if (email?.allowed === false)
				return fail("rate_limited", "The registrant got many emails today. Look in the spam folder, or try tomorrow.", {
					retryAfter: email.retryAfter,
				});
			try {
				const found = isOwn ? null : await checks?.registrantCheck(domain);
				if (found === "not_held" || found === undefined || found?.state === "verified") {
					await save(domain, undefined);
					return ok("verified");
				}
				if (!isOwn) await checks?.sendRegistrantCheck(domain);
			} catch (error) {
				logger.warn("registrant_check_failed", { domainId: domain.id, error });
				return fail("unavailable", "The email could not be sent. Try again in a few minutes.");
			}
			const params = { domain: toUnicode(domain.name) };
			await db.commit(
				change(
					log({ kind: "domain.registrant_check", actor: "customer", params, owner, subjectId: domainId }),
					isOwn && emailRegistrant(domain),
				),
				clock(),
			);
			return ok("sent");
		},
	};
}
