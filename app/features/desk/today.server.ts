import { waitsForApproval } from "~/features/billing-desk/asked";
import type { BillingDesk } from "~/features/billing-desk/billing-desk.server";
import { stoppedMove } from "~/features/dns/zone-move";
import type { DomainManagement } from "~/features/domains/manage.server";
import type { RegistrantChecks } from "~/features/domains/registrant-checks.server";
import type { Fiscal } from "~/features/fiscal/fiscal.server";
import type { Orders } from "~/features/orders/orders.server";
import type { Outbox } from "~/features/outbox/outbox.server";
import type { Payments } from "~/features/payments/payments.server";
import { factsOf } from "~/features/payments/review-money";
import { problemOf } from "~/features/problems/problem";
import type { KnownProblem, Problems, QueueRow } from "~/features/problems/problems.server";
import { handledForm, problemForm, reasonForm, snoozeForm } from "~/features/problems/queue.schema";
import { snoozedUntil } from "~/features/problems/snooze";
import type { RefundAction } from "~/features/refunds/refund.schema";
import type { Refunds } from "~/features/refunds/refunds.server";
import type { DomainsDesk } from "~/features/services-desk/domains-desk.server";
import { auditText } from "~/features/staff/audit-view";
import type { StaffMember, StaffSession } from "~/features/staff/staff";
import type { TicketsDesk } from "~/features/tickets/tickets-desk.server";
import type { Clock } from "~/lib/clock";
import { formatMoment, kenya } from "~/lib/dates";
import { formatCount } from "~/lib/format-count";
import { parse } from "~/lib/parse";
import { fail, ok, type Result } from "~/lib/result";
import { closeForm, completeForm, creditForm, matchForm, paidForm } from "./today.schema";
import type { TodayIntent } from "./today-actions";
import { titleOf } from "./today-view";

interface Dependencies {
	readonly clock: Clock;
	readonly domainManagement: Pick<DomainManagement, "doneByHand">;
	readonly domainsDesk: Pick<DomainsDesk, "stopFailedMove">;
	readonly fiscal: Pick<Fiscal, "retry">;
	readonly orders: Pick<Orders, "completeJob" | "retryJob">;
	readonly outbox: Pick<Outbox, "discard" | "finished" | "restore" | "retry">;
	readonly billingDesk: Pick<BillingDesk, "assignReview">;
	readonly payments: { readonly reviews: Pick<Payments["reviews"], "close" | "reopen"> };
	readonly problems: Problems;
	readonly refunds: Pick<Refunds, "decide">;
	readonly registrantChecks: Pick<RegistrantChecks, "retryHold">;
	readonly ticketsDesk: Pick<TicketsDesk, "fromQueue">;
}

/** A form of the queue. */
interface Sent {
	readonly session: StaffSession;
	readonly member: Pick<StaffMember, "id" | "name" | "roles">;
	readonly fields: Readonly<Record<string, unknown>>;
}

/** What the page says, and the intent that undoes it. */
export interface TodayDone {
	readonly message: string;
	readonly undo?: TodayIntent;
}

type Act = (sent: Sent, row: QueueRow, known: KnownProblem) => Promise<Result<TodayDone>>;

export type Today = ReturnType<typeof createToday>;

/** The queue of the desk: everything that waits for a person, and what they can do about it. */
export function createToday({
	clock,
	billingDesk,
	domainManagement,
	domainsDesk,
	fiscal,
	orders,
	outbox,
	payments,
	problems,
	refunds,
	registrantChecks,
	ticketsDesk,
}: Dependencies) {
	const done =
		(message: (title: string) => string, undo?: TodayIntent) =>
		(result: Result<unknown>, row: QueueRow): Result<TodayDone> =>
			result.ok ? ok({ message: message(titleOf(row)), ...(undo && { undo }) }) : result;

	/** What a change of the queue also changes: a ticket keeps its person and its snooze, too. */
	const also = (session: StaffSession, { kind, subject }: QueueRow, change: Parameters<TicketsDesk["fromQueue"]>[2]) =>
		kind === "ticket" ? ticketsDesk.fromQueue(session, subject, change) : null;

	const decide = (action: (sent: Sent) => Result<RefundAction>): Act => {
		const said = done((title) => `Saved: ${title}.`);
		return async (sent, row) => {
			const input = action(sent);
			const { refund } = factsOf(row.reviewBody ?? "");
			if (refund === undefined) return fail("conflict", "This review is not about a refund.");
			return said(input.ok ? await refunds.decide(refund, input.value, sent.session) : input, row);
		};
	};

	const acts = {
		take: async ({ session }, row, known) =>
			done((title) => `${title} is yours.`, "release")(
				await problems.take(session, known, also(session, row, "take")),
				row,
			),

		release: async ({ session }, row, known) =>
			done((title) => `${title} is not assigned any more.`, "take")(
				await problems.release(session, known, also(session, row, "release")),
				row,
			),

		snooze: async ({ session, fields }, row, known) => {
			const input = parse(snoozeForm, fields);
			if (!input.ok) return input;
			const until = snoozedUntil(input.value, clock());
			const said = done((title) => `${title} comes back on ${formatMoment(until, kenya)}.`, "wake");
			return said(await problems.snooze(session, known, until, also(session, row, { until })), row);
		},

		wake: async ({ session }, row, known) =>
			done((title) => `${title} is waiting again.`)(
				await problems.wake(session, known, also(session, row, { until: null })),
				row,
			),

		handled: async ({ session, fields }, row, known) => {
			const input = parse(handledForm, fields);
			if (!input.ok) return input;
			const said = done((title) => `Marked as handled: ${title}.`, "reopen");
			return said(await problems.handle(session, known, input.value.note || undefined), row);
		},

		reopen: async ({ session }, row, known) =>
			done((title) => `${title} is waiting again.`)(await problems.reopen(session, known), row),

		"retry-job": async ({ session }, row) =>
			done((title) => `Trying again: ${title}.`)(await orders.retryJob(row.subject, session), row),

		"complete-job": async ({ session, fields }, row) => {
			const input = parse(completeForm, fields);
			if (!input.ok) return input;
			const said = done((title) => `Completed: ${title}. We've told the customer.`);
			return said(await orders.completeJob(row.subject, input.value, session), row);
		},

		match: async ({ session, member, fields }, row) => {
			const input = parse(matchForm, fields);
			if (!input.ok) return input;
			const { invoice } = input.value;
			const matched = await billingDesk.assignReview({ session, member }, row.subject, { invoice });
			if (!matched.ok) return matched;
			if (matched.value.state === "waiting") return ok({ message: waitsForApproval });
			const credited = matched.value.state === "credited";
			return ok({
				message: credited
					? `The money is the customer's credit, because it does not pay ${invoice} in full or the invoice is not open.`
					: `Invoice ${invoice} is paid.`,
			});
		},

		credit: async ({ session, member, fields }, row) => {
			const input = parse(creditForm, fields);
			if (!input.ok) return input;
			const { customer, reason } = input.value;
			const assigned = await billingDesk.assignReview({ session, member }, row.subject, { customer, reason });
			if (!assigned.ok) return assigned;
			const isWaiting = assigned.value.state === "waiting";
			return ok({ message: isWaiting ? waitsForApproval : `${customer} has the money as credit.` });
		},

		"close-review": async ({ session, fields }, row) => {
			const input = parse(closeForm, fields);
			if (!input.ok) return input;
			const { reason, earlier } = input.value;
			const said = done((title) => `Closed without posting money: ${title}.`, "reopen-review");
			return said(await payments.reviews.close(session, row.subject, reason, earlier), row);
		},

		"reopen-review": async ({ session }, row) =>
			done((title) => `${title} is waiting again.`)(await payments.reviews.reopen(session, row.subject), row),

		"refund-retry": decide(({ member }) => ok({ action: "retry", by: member.name })),
		"refund-credit": decide(({ member, fields }) => {
			const input = parse(reasonForm, fields);
			return input.ok ? ok({ action: "credit", by: member.name, reason: input.value.reason }) : input;
		}),
		"refund-paid": decide(({ member, fields }) => {
			const input = parse(paidForm, fields);
			return input.ok ? ok({ action: "complete", by: member.name, reference: input.value.reference }) : input;
		}),
		"refund-failed": decide(({ member, fields }) => {
			const input = parse(reasonForm, fields);
			return input.ok ? ok({ action: "fail", by: member.name, reason: input.value.reason }) : input;
		}),

		"sign-again": async ({ session }, row) =>
			done((title) => `Trying again: ${title}.`)(await fiscal.retry(row.subject, session), row),

		"hold-again": async ({ session }, row) =>
			done((title) => `The registry has done it. Solved: ${title}.`)(
				await registrantChecks.retryHold(session, row.causeId),
				row,
			),

		"changed-by-hand": async ({ session }, row) => {
			const { domainId, causeId: eventId } = row;
			const finished = await outbox.finished(session, eventId, "Done by hand");
			if (domainId === null || finished === null) return fail("conflict", "There is no such domain any more.");
			const said = done((title) => `Done by hand: ${title}.`);
			return said(await domainManagement.doneByHand(session, { domainId, eventId }, finished), row);
		},

		"stop-zone-move": async ({ session, fields }, row) => {
			const input = parse(reasonForm, fields);
			if (!input.ok) return input;
			const { domainId, causeId } = row;
			const finished = await outbox.finished(session, causeId, "Stopped");
			if (domainId === null || finished === null) return fail("conflict", "There is no such domain any more.");
			const stopped = await domainsDesk.stopFailedMove(session, domainId, { reason: input.value.reason, finished });
			return stopped.ok ? ok({ message: stoppedMove[stopped.value] }) : stopped;
		},

		"deliver-again": async ({ session }, row) => {
			const retried = await outbox.retry(session, row.causeId);
			if (row.kind === "difference") return done((title) => `Comparing again: ${title}.`)(retried, row);
			return retried.ok ? ok({ message: `Delivering ${formatCount(retried.value.count, "event")} again.` }) : retried;
		},

		discard: async ({ session, fields }, row) => {
			const input = parse(reasonForm, fields);
			if (!input.ok) return input;
			const said = done((title) => `Discarded: ${title}.`, "undiscard");
			return said(await outbox.discard(session, row.causeId, input.value.reason), row);
		},

		undiscard: async ({ session }, row) =>
			done((title) => `${title} is waiting again.`)(await outbox.restore(session, row.causeId), row),
	} satisfies Readonly<Record<TodayIntent, Act>>;

	/** Who did what with this problem before, in words. */
	async function whatHappened(session: StaffSession, key: string): Promise<string | null> {
		const row = await problems.find(session, key);
		if (!row) return null;
		const subjects = [key, row.subject, row.causeId, factsOf(row.reviewBody ?? "").refund];
		const changes = await Promise.all(
			[...new Set(subjects)].flatMap((subject) => (subject ? [problems.lastChange(session, subject)] : [])),
		);
		const [last] = changes.flatMap((one) => one ?? []).toSorted((one, other) => other.at - one.at);
		if (!last) return null;
		return `${last.staffName}, ${formatMoment(last.at, kenya)}: ${auditText(last)}`;
	}

	return {
		queue: problems.queue,
		counts: problems.counts,

		/** Does what a form of the queue asks for. A conflict says who was faster and what they did. */
		async act(intent: TodayIntent, sent: Sent): Promise<Result<TodayDone>> {
			const known = parse(problemForm, sent.fields);
			if (!known.ok) return known;
			const row = problemOf(known.value.key) ? await problems.find(sent.session, known.value.key) : undefined;
			if (!row) return fail("not_found", "There is no such problem.");
			const acted = await acts[intent](sent, row, known.value);
			if (acted.ok || acted.error.kind !== "conflict") return acted;
			const happened = await whatHappened(sent.session, known.value.key);
			if (!happened) return acted;
			return fail("conflict", `${acted.error.message} ${happened}`, { code: "changed_meanwhile" });
		},
	};
}
