import { audit, type Change, change, emit, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Customer } from "~/features/accounts/customer";
import { contactOf } from "~/features/orders/contact-details";
import type { PlacedOrder } from "~/features/orders/new-order.server";
import type { Orders } from "~/features/orders/orders.server";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { money } from "~/lib/money";
import { decodeCursor, pageSize, toPage } from "~/lib/page";
import { fail, ok, type Result } from "~/lib/result";
import { atCurrentTax, type ProposalContent, shownTotal } from "./proposal";
import { createProposalsRepo } from "./proposals.repo.server";
import type { ProposalsQuery } from "./proposals.schema";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly orders: Pick<Orders, "placeAgreed">;
}

interface NewProposal {
	readonly id: string;
	readonly userId: string;
	readonly content: ProposalContent;
	readonly message: string | null;
	readonly writtenBy: string;
	/** ms, UTC. */
	readonly expiresAt: number;
}

export type Proposals = ReturnType<typeof createProposals>;

/** Quotes: staff write one, its customer accepts it at its prices, and it becomes an order with an invoice. */
export function createProposals({ db, clock, orders }: Dependencies) {
	const repo = createProposalsRepo(db);

	return {
		/** Change: stores a quote and emails it to the customer. A duplicate if there is one with its id. */
		sent(proposal: NewProposal): Change {
			const { id, userId, content } = proposal;
			const { currency, total } = content.order.sums;
			return change(
				repo.insert({ ...proposal, currency, total, createdAt: clock() }),
				emit({ kind: "mail.proposal", payload: { proposalId: id }, userId, once: id }),
			);
		},

		/** The owner's quotes that can be accepted, newest first, at most 20. */
		openOf: (owner: Owner) => repo.openOf(owner, clock()),

		/** A quote of the owner. */
		find: (owner: Owner, id: string) => repo.own(owner, id, clock()),

		/**
		 * Turns the quote into an order with an invoice, at its prices and the tax rate of today. Accepting it again returns the
		 * same order. A conflict if the tax rate has changed and the customer saw another total.
		 */
		async accept(customer: Customer, owner: Owner, id: string, seenTotal?: number): Promise<Result<PlacedOrder>> {
			const now = clock();
			const found = await repo.own(owner, id, now);
			if (!found) return noQuote();
			if (found.state !== "accepted" && (found.state !== "open" || found.expiresAt <= now)) return ended();
			const { items, order: quoted } = found.content;
			const order = found.state === "open" ? atCurrentTax(quoted) : quoted;
			const { total, currency } = order.sums;
			if (total !== (seenTotal ?? quoted.sums.total))
				return fail("conflict", "The tax rate has changed, so the total is another one now. Check it, then accept.", {
					code: "price_changed",
				});
			return orders.placeAgreed(customer, {
				idempotencyKey: `proposal:${id}`,
				items: [...items],
				contact: contactOf(customer),
				content: order,
				also: ({ orderId }) =>
					change(
						repo.accept(owner, id, orderId, { ...found.content, order }, clock()),
						log({
							kind: "proposal.accepted",
							actor: "customer",
							params: { money: money(total, currency) },
							owner,
							subjectId: id,
						}),
					),
			});
		},

		async decline(owner: Owner, id: string): Promise<Result<null>> {
			const now = clock();
			const found = await repo.own(owner, id, now);
			if (!found) return noQuote();
			const params = { money: money(shownTotal(found, now), found.currency) };
			const declined = change(
				repo.decline(owner, id, now),
				log({ kind: "proposal.declined", actor: "customer", params, owner, subjectId: id }),
			);
			return (await db.commit(declined, now)).state === "ok" ? ok(null) : ended();
		},

		/** All quotes, for staff. */
		async list(session: StaffSession, { state, after }: ProposalsQuery, size = pageSize) {
			const rows = await repo.list(session, state, decodeCursor(after), size + 1, clock());
			return toPage(rows, (row) => [row.createdAt, row.id], size);
		},

		findByStaff: (session: StaffSession, id: string) => repo.findByStaff(session, "orders.view", id, clock()),

		/** The customer can't accept it any more. */
		async withdraw(session: StaffSession, id: string, reason: string): Promise<Result<null>> {
			const now = clock();
			const found = await repo.findByStaff(session, "orders.change", id, now);
			if (!found) return noQuote();
			const entry = audit(session, "orders.change", {
				kind: "proposal.withdrawn",
				subject: { type: "proposal", id },
				customerId: found.customerId,
				params: { money: money(shownTotal(found, now), found.currency) },
				reason,
			});
			return (await db.commit(change(entry, repo.withdraw(id, now)), now)).state === "ok" ? ok(null) : ended();
		},
	};
}

const noQuote = () => fail("not_found", "There is no such quote.");
const ended = () => fail("conflict", "This quote is no longer open. Ask us for a new one.");
