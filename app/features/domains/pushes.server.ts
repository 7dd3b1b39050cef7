import { type Change, change, emit, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { queueDueItems } from "~/db/due-items.server";
import { dueRange, type Scope } from "~/db/due-range";
import type { Owner, SensitiveOwner } from "~/db/owner";
import { priceIn, toPrices } from "~/features/catalog/prices";
import type { RenewalWithdrawal } from "~/features/orders/renewal-withdrawal";
import { done, type Outcome } from "~/features/outbox/outbox";
import type { Clock } from "~/lib/clock";
import { DAY, HOUR } from "~/lib/durations";
import { formatSeconds } from "~/lib/format-count";
import { createId } from "~/lib/ids";
import { money } from "~/lib/money";
import { fail, failField, ok, type Result } from "~/lib/result";
import { shardOfId, withShard } from "~/lib/shards";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import type { Registrar } from "~/platform/registrar/registrar";
import { emailOwner } from "./change-email.server";
import { countChange } from "./change-limits";
import type { DomainContacts } from "./contacts";
import { findRestriction } from "./domain-restriction";
import { registrantLockDays } from "./lifecycle";
import { createManageRepo } from "./manage.repo.server";
import { offerEnd } from "./offer-end";
import { createPortfolioRepo } from "./portfolio.repo.server";
import { otherShard, type PushEvent, pushMs } from "./push";
import { createPushesRepo, type DuePush } from "./pushes.repo.server";
import { needsRegistrantCheck } from "./registrant-check";
import { checkDue } from "./registrations.repo.server";
import { toUnicode } from "./to-unicode";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly rateLimiter: RateLimiter;
	readonly registrar: Pick<Registrar, "resetAuthCode">;
	readonly orders: Pick<RenewalWithdrawal, "renewalWithdrawn">;
}

export type Pushes = ReturnType<typeof createPushes>;

type Repo = ReturnType<typeof createPushesRepo>;
type Offer = NonNullable<Awaited<ReturnType<Repo["find"]>>>;
type Domain = NonNullable<Awaited<ReturnType<Repo["domain"]>>>;

/** Offers of one customer, because each sends an email to an address that they choose. */
const offerLimit = { limit: 20, windowMs: DAY, delay: { firstMs: HOUR, maxMs: 6 * HOUR } } as const;

const noOffer = "We could not find this offer.";

/** Moves domains between customers: the holder offers a domain to an email address, whose account accepts it. */
export function createPushes({ db, clock, rateLimiter, registrar, orders }: Dependencies) {
	const repo = createPushesRepo(db);
	const portfolio = createPortfolioRepo(db);
	const manage = createManageRepo(db);

	/** Why the domain can't be moved at the moment. The renewal on an unpaid invoice leaves it, unless that is not possible. */
	async function obstacleOf(domain: Domain, now: number): Promise<Result<Change | null>> {
		const shown = toUnicode(domain.name);
		const [{ hasJob, invoice }, renewal] = await Promise.all([
			repo.obstacles(domain),
			orders.renewalWithdrawn({ domainId: domain.id }, "system", now),
		]);
		if (hasJob) return fail("conflict", `An order for ${shown} is still being worked on. Try again when it is done.`);
		const open = invoice ?? (renewal.state === "stays" ? renewal.invoice : null);
		if (open !== null)
			return fail("conflict", `Invoice ${open} has an unpaid order for ${shown}. Pay it or cancel its order first.`);
		return ok(renewal.state === "withdrawn" ? renewal.change : null);
	}

	const pushEmail = (pushId: string, event: PushEvent, userId?: string): Change =>
		emit({ kind: "mail.domain-push", payload: { pushId, event }, userId, once: `${pushId}:${event}` });

	/** Tells the sender how an offer ended. */
	function tellSender({ id, senderId: userId, name, recipientEmail, domainId }: Offer, event: "declined" | "expired") {
		const kind = `domain.push_${event}` as const;
		const params = { domain: toUnicode(name), email: recipientEmail };
		return change(
			log({ kind, actor: "system", params, owner: { userId }, subjectId: domainId }),
			notify({ kind, userId, params: { ...params, domainId }, once: id }),
			pushEmail(id, event, userId),
		);
	}

	async function accepted(
		owner: Owner,
		offer: Offer,
		contacts: DomainContacts,
		now: number,
	): Promise<Result<{ readonly change: Change; readonly domainId: string }>> {
		const [domain, recipient, running] = await Promise.all([
			repo.domain(offer.domainId),
			repo.recipient(owner, offer.name, now),
			repo.runningAddons(offer.domainId),
		]);
		if (!domain || !recipient) return fail("not_found", noOffer);
		const shown = toUnicode(offer.name);
		const { id: userId, rowId, rowStatus, currency } = recipient;
		if (recipient.status !== "active")
			return fail("conflict", "Your account is closing. Cancel the closing first, then accept the domain.");
		if (offer.senderStatus === "closed") return fail("conflict", "The sender's account is closed.");
		if (userId === domain.userId) return fail("conflict", `${shown} is already in your account.`);
		if (rowId !== null && rowStatus !== "released")
			return fail("conflict", `You have an order for ${shown}. Cancel it first, then accept the domain.`);
		const obstacle = await obstacleOf(domain, now);
		if (!obstacle.ok)
			return fail(
				"conflict",
				`${shown} can't be moved yet, because its sender has an open order for it. Ask them to finish it.`,
			);
		const lockDays = registrantLockDays(domain.tld);
		const moved = {
			userId,
			contacts,
			transferLockedUntil: lockDays > 0 ? now + lockDays * DAY : null,
			check: needsRegistrantCheck(domain.name) ? checkDue(now, domain.registrantCheck) : {},
		};
		const { id: domainId } = domain;
		const sender = { userId: domain.userId };
		const to = { domain: shown, email: offer.recipientEmail };
		const from = { domain: shown, email: offer.senderEmail };
		const event = { payload: { domainId }, userId };
		const all = change(
			repo.answer(owner, offer.id, userId, "accepted", now),
			obstacle.value,
			repo.move(domain, moved, rowId, now),
			...running.map((addon) => {
				const { amount: price } = priceIn(toPrices(money(addon.price, addon.currency)), currency);
				return repo.moveAddon(addon, { userId, price, currency }, now);
			}),
			log({ kind: "domain.pushed", actor: "system", params: to, owner: sender, subjectId: domainId }),
			notify({ kind: "domain.pushed", userId: domain.userId, params: to, once: offer.id }),
			pushEmail(offer.id, "accepted", domain.userId),
			log({ kind: "domain.received", actor: "customer", params: from, owner, subjectId: domainId }),
			emit({ kind: "domain.sync", ...event, replacesWaiting: true }),
			emit({ kind: "domain.reset-auth-code", ...event, once: offer.id }),
		);
		return ok({ change: all, domainId });
	}

	/** Whether another database has the offer. */
	const isElsewhere = (pushId: string): boolean => shardOfId(pushId) !== db.shard;

	return {
		isElsewhere,

		/** The offer of the owner's domain that waits for an answer. */
		pendingOf: (owner: Owner, domainId: string) => repo.pendingOf(owner, domainId, clock()),

		/** Offers to the owner that wait for an answer. */
		waiting: (owner: Owner) => repo.waiting(owner, clock()),

		/** An offer to the owner, also one that has ended. */
		offerTo: (owner: Owner, pushId: string) => repo.offerTo(owner, pushId, clock()),

		/**
		 * Offers a domain to the customer with this address, who may have to register first. The answer does not tell whether
		 * the address has an account. @param recorded the entry of the audit log, if staff offer it
		 */
		async offer(
			owner: SensitiveOwner,
			domainId: string,
			{ email }: { readonly email: string },
			recorded?: Change,
		): Promise<Result<null>> {
			const now = clock();
			const [domain, sender, pending] = await Promise.all([
				portfolio.find(owner, domainId, now),
				repo.account(owner, now),
				repo.pendingOf(owner, domainId, now),
			]);
			if (!domain || !sender) return fail("not_found", "This domain is not in your account.");
			const shown = toUnicode(domain.name);
			const restriction = findRestriction({ ...domain, name: shown }, []);
			if (restriction)
				return fail("conflict", `${restriction.title}, so it can't be moved. Only active domains can be moved.`);
			if (email === sender.email) return failField("email", "This is your own address. Enter the recipient's.");
			if (pending)
				return fail("conflict", `${shown} is already offered to ${pending.recipientEmail}. Withdraw that offer first.`);
			const obstacle = await obstacleOf(domain, now);
			if (!obstacle.ok) return obstacle;
			const counted = await countChange(rateLimiter, domain);
			if (!counted.ok) return counted;
			const { allowed, retryAfter } = await rateLimiter.take(["domain-push", sender.id], offerLimit);
			if (!allowed) {
				const message = `You offered too many domains today. Try again in ${formatSeconds(retryAfter)}.`;
				return fail("rate_limited", message, { retryAfter });
			}
			const pushId = withShard(createId("psh", now), db.shard);
			const expiresAt = now + pushMs;
			const from = `${sender.firstName} ${sender.lastName}`;
			const recipientEmail = email;
			const push = { id: pushId, domainId, userId: sender.id, recipientEmail, state: "pending" as const };
			const { state } = await db.commit(
				change(
					recorded,
					manage.update(owner, domain, {}, { guard: "unchanged", now }),
					repo.add({ ...push, createdAt: now, expiresAt }),
					log({
						kind: "domain.push_offered",
						actor: recorded ? "staff" : "customer",
						params: { domain: shown, email },
						owner,
						subjectId: domainId,
					}),
					emailOwner(domain, "offered", pushId),
					pushEmail(pushId, "offered"),
					notify({
						kind: "domain.offered",
						userId: repo.accountOf(email),
						params: { domain: shown, from, pushId, expiresAt },
						once: pushId,
					}),
				),
				now,
			);
			return state === "ok"
				? ok(null)
				: fail("conflict", `${shown} was changed in the meantime. Check it, then try again.`);
		},

		/**
		 * Takes an offer back. Fails with `conflict` if it was answered. @param recorded the entry of the audit log, if staff
		 * take it back
		 */
		async withdraw(owner: Owner, domainId: string, recorded?: Change): Promise<Result<null>> {
			const now = clock();
			const [domain, pending] = await Promise.all([
				portfolio.find(owner, domainId, now),
				repo.pendingOf(owner, domainId, now),
			]);
			if (!domain) return fail("not_found", "This domain is not in your account.");
			const params = { domain: toUnicode(domain.name), email: pending?.recipientEmail ?? "" };
			const withdrawn =
				pending &&
				change(
					recorded,
					repo.withdraw(owner, pending.id, now),
					log({
						kind: "domain.push_withdrawn",
						actor: recorded ? "staff" : "customer",
						params,
						owner,
						subjectId: domainId,
					}),
				);
			const committed = withdrawn && (await db.commit(withdrawn, now));
			return committed?.state === "ok"
				? ok(null)
				: fail("conflict", `${params.domain} is not offered to anyone any more.`);
		},

		/**
		 * Moves an offered domain to the owner's account. The same again changes nothing. Returns the domain's id.
		 * @param contacts the new registrant
		 */
		async accept(owner: Owner, pushId: string, contacts: DomainContacts): Promise<Result<string>> {
			const now = clock();
			const offer = await repo.offerTo(owner, pushId, now);
			if (!offer) return isElsewhere(pushId) ? fail("conflict", otherShard) : fail("not_found", noOffer);
			const isMine = async () => (await portfolio.find(owner, offer.domainId, now)) !== null;
			if (offer.state === "accepted" && (await isMine())) return ok(offer.domainId);
			const end = offerEnd(offer, now);
			if (end !== null) return fail("conflict", end);
			const planned = await accepted(owner, offer, contacts, now);
			if (!planned.ok) return planned;
			const { state } = await db.commit(planned.value.change, now);
			if (state === "ok") return ok(planned.value.domainId);
			const after = await repo.offerTo(owner, pushId, now);
			if (after?.state === "accepted" && (await isMine())) return ok(offer.domainId);
			const ended = after && offerEnd(after, now);
			return fail("conflict", ended ?? `${toUnicode(offer.name)} was changed at the same time. Try again in a minute.`);
		},

		/** Refuses an offer, and tells the sender. */
		async refuse(owner: Owner, pushId: string): Promise<Result<null>> {
			const now = clock();
			const [offer, account] = await Promise.all([repo.offerTo(owner, pushId, now), repo.account(owner, now)]);
			if (!offer || !account) return fail("not_found", noOffer);
			if (offer.state === "declined") return ok(null);
			const params = { domain: toUnicode(offer.name), email: offer.senderEmail };
			const declined = change(
				repo.answer(owner, pushId, account.id, "declined", now),
				log({ kind: "domain.push_refused", actor: "customer", params, owner, subjectId: offer.domainId }),
				tellSender(offer, "declined"),
			);
			if ((await db.commit(declined, now)).state === "ok") return ok(null);
			const after = await repo.offerTo(owner, pushId, now);
			return fail("conflict", (after && offerEnd(after, now)) ?? noOffer);
		},

		/** Queues offers that were not answered before their deadline. Returns the number of new items. */
		queueDue: (scope: Scope): Promise<number> =>
			queueDueItems({ db, clock }, [
				{
					kind: "domain.push-expire",
					page: repo.due(dueRange(clock(), scope)),
					event: ({ id, expiresAt }: DuePush) => ({ payload: { id, expiresAt }, once: id }),
				},
			]),

		/** Ends an offer that was not answered before its deadline. Tells the sender if they still have the domain. */
		async expire({ id }: DuePush): Promise<Outcome> {
			const now = clock();
			const offer = await repo.find(id);
			if (!offer) return done;
			const isOpen = offer.isSenders && offer.status !== "released";
			// Stale if it was answered in the meantime.
			await db.commit(change(repo.expire(id, now), isOpen && tellSender(offer, "expired")), now);
			return done;
		},

		/** Sets a new authorization code at the registry, because the former holder may know the old one. */
		async resetAuthCode(domainId: string): Promise<"done" | "by_hand"> {
			const domain = await repo.domain(domainId);
			if (domain?.status !== "active" && domain?.status !== "expired") return "done";
			return (await registrar.resetAuthCode(domain)) === "by_hand" ? "by_hand" : "done";
		},
	};
}
