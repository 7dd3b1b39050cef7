import { audit, type Change, change, emit } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { reportProblem, resolveProblem } from "~/db/problems.server";
import { creditFrom } from "~/features/invoices/billing";
import { invoiceUnchanged, invoiceWrittenOff } from "~/features/invoices/invoice-changes.server";
import type { Orders } from "~/features/orders/orders.server";
import type { ReviewAssignment } from "~/features/payments/assign-review.server";
import type { Payments } from "~/features/payments/payments.server";
import type { Settlement } from "~/features/payments/settle-invoice.server";
import type { PlannedRefund, Refunds } from "~/features/refunds/refunds.server";
import { isWithinLimit, limitOf, limitTogether } from "~/features/staff/money-limits";
import { isRole, type Permission } from "~/features/staff/permissions";
import type { StaffMember, StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import { createId } from "~/lib/ids";
import { kenyanTime } from "~/lib/kenyan-day";
import { formatMoney, type Money, money } from "~/lib/money";
import { decodeCursor, toPage } from "~/lib/page";
import { fail, failField, ok, type Result } from "~/lib/result";
import { type Asked, permissionOf, whatOf } from "./asked";
import { createBillingDeskRepo } from "./billing-desk.repo.server";
import type {
	DeskRefund,
	GiveCredit,
	InvoicesQuery,
	OrdersQuery,
	PayBackCredit,
	PaymentsQuery,
	RecordPayment,
} from "./billing-desk.schema";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly orders: Pick<Orders, "cancelByStaff">;
	readonly payments: Pick<Payments, "bank" | "credit" | "recordByStaff" | "reviews">;
	readonly refunds: Pick<Refunds, "invoiceOf" | "issue">;
}

/** Someone at the desk who moves money. */
export interface Payer {
	readonly session: StaffSession;
	readonly member: Pick<StaffMember, "id" | "name" | "roles">;
}

/** `waiting`: above the person's limit, so a second person is asked. */
export type MoneyMoved = "done" | "waiting";

/** What a change that waits for a second person is about. */
interface AskedSubject {
	readonly type: string;
	readonly id: string;
	/** Null if it is about several customers, or none yet. */
	readonly customerId: string | null;
}

/** Of a statement, in its request. */
const maxFileName = 140;

/** How long a change waits for a second person. */
const waitsMs = 7 * DAY;

const withAsked = <Row extends { readonly input: unknown }>(row: Row) => ({ ...row, asked: row.input as Asked });

export type BillingDesk = ReturnType<typeof createBillingDesk>;

/** Invoices, orders and payments for staff, and what staff do with money. */
export function createBillingDesk({ db, clock, orders, payments, refunds }: Dependencies) {
	const repo = createBillingDeskRepo(db);

	/**
	 * The change that allows someone to pay an amount: its entry, and the check of their limit. Fails if it is above the
	 * limit. The check is in the commit too, so that two requests at once can't pass it together.
	 */
	async function allowed(
		{ session, member }: Payer,
		permission: Permission,
		paid: Money,
		entry: Parameters<typeof audit>[2],
	): Promise<Result<Change>> {
		const now = clock();
		const today = await repo.spentToday(session, paid, now);
		if (!isWithinLimit(member.roles, paid, today)) return aboveLimit();
		return ok(
			change(audit(session, permission, entry), repo.keepLimit(session, limitOf(member.roles, paid.currency), now)),
		);
	}

	/** What stores a change above the limit, for a second person to approve. A duplicate if one of the subject waits. */
	function asking({ session, member }: Payer, subject: AskedSubject, asked: Asked, reason: string): Change {
		const now = clock();
		const permission = permissionOf[asked.kind];
		const row = {
			...{ id: createId("apr", now), permission, subjectType: subject.type, subjectId: subject.id },
			...{ customerId: subject.customerId, input: asked, reason },
			...{ askedBy: member.id, askedAt: now, expiresAt: now + waitsMs },
		};
		const entry = audit(session, permission, {
			kind: "approval.asked",
			subject,
			customerId: subject.customerId,
			params: { what: whatOf(asked), money: asked.money },
			reason,
		});
		const about = { approvalId: row.id };
		return change(entry, repo.ask(row), reportProblem(db, { ...approvalProblem(row.id), about }, now));
	}

	/** Ends the requests that no one has decided in time, and tells the people who asked. Returns how many. */
	async function expireApprovals(): Promise<number> {
		const now = clock();
		const overdue = await repo.overdue(now);
		for (const { id } of overdue) {
			const told = emit({ kind: "mail.staff-task", payload: { expiredApproval: id } });
			await db.commit(change(repo.expire(id, now), resolveProblem(db, approvalProblem(id), now), told), now);
		}
		return overdue.length;
	}

	/** Asks a second person for a change above the limit. */
	async function ask(payer: Payer, subject: AskedSubject, asked: Asked, reason: string): Promise<Result<MoneyMoved>> {
		// An old one that no one decided does not block a new one.
		await expireApprovals();
		const { state } = await db.commit(asking(payer, subject, asked, reason), clock());
		if (state === "duplicate")
			return fail("conflict", "Another one already waits for approval. Wait until it is decided.");
		return state === "ok" ? ok("waiting") : notAllowed();
	}

	const entryOf = ({ invoiceId, number, userId, money }: PlannedRefund, reason: string) => ({
		kind: "refund.started" as const,
		subject: { type: "invoice", id: invoiceId },
		customerId: userId,
		params: { invoice: number, money },
		reason,
	});

	async function refund(payer: Payer, invoiceId: string, input: DeskRefund): Promise<Result<MoneyMoved>> {
		const invoice = await repo.invoice(payer.session, "billing.refund", invoiceId, clock());
		if (!invoice) return noInvoice();
		const { key, to, amount, lines, services, reason } = input;
		const chosen = { ...(amount !== undefined && { amount }), ...(lines && { lines }), ...(services && { services }) };
		const wish = { to, reason, ...chosen };
		let planned: PlannedRefund | undefined;
		const issued = await refunds.issue(invoice.number, { ...wish, by: payer.member.name }, key, (refund) => {
			planned = refund;
			return allowed(payer, "billing.refund", refund.money, entryOf(refund, reason));
		});
		if (issued.ok) return ok("done");
		if (issued.error.code !== "above_limit" || !planned) return issued;
		const asked = { kind: "refund", number: invoice.number, refund: wish, money: planned.money } as const;
		const subject = { type: "invoice", id: invoiceId, customerId: invoice.userId };
		return ask(payer, subject, asked, reason);
	}

	const writtenOff = (id: string, number: string, customerId: string, money: Money, reason: string) => ({
		kind: "invoice.written_off" as const,
		subject: { type: "invoice", id },
		customerId,
		params: { invoice: number, money },
		reason,
	});

	/**
	 * Gives up the money of an open invoice: it is void, and its order cancelled. It needs no credit note, because those
	 * correct what was paid, and no ledger entry, because no money came.
	 */
	async function writeOff(payer: Payer, invoiceId: string, reason: string): Promise<Result<MoneyMoved>> {
		const permission = permissionOf["write-off"];
		const invoice = await repo.invoice(payer.session, permission, invoiceId, clock());
		if (!invoice) return noInvoice();
		const { number, userId, orderId } = invoice;
		if (invoice.state !== "open") return fail("conflict", "This invoice is no longer open.");
		if (orderId === null) return noOrder();
		const open = money(invoice.total - invoice.creditUsed, invoice.currency);
		const may = await allowed(payer, permission, open, writtenOff(invoiceId, number, userId, open, reason));
		if (!may.ok) {
			if (may.error.code !== "above_limit") return may;
			const subject = { type: "invoice", id: invoiceId, customerId: userId };
			return ask(payer, subject, { kind: "write-off", number, money: open }, reason);
		}
		const done = await orders.cancelByStaff(
			orderId,
			change(may.value, invoiceWrittenOff(db, invoiceId, clock())),
			true,
		);
		return done.ok ? ok("done") : done;
	}

	async function giveCredit(payer: Payer, customerId: string, input: GiveCredit): Promise<Result<MoneyMoved>> {
		const customer = await repo.customer(payer.session, "billing.credit", customerId, clock());
		if (!customer) return fail("not_found", "There is no such customer.");
		if (customer.status === "closed") return fail("conflict", "This account is closed.");
		const { key, reason } = input;
		const given = money(input.amount, customer.currency);
		const subject = { type: "customer", id: customerId, customerId };
		const may = await allowed(payer, "billing.credit", given, creditEntry(customerId, given, reason));
		if (!may.ok) {
			if (may.error.code !== "above_limit") return may;
			return ask(payer, subject, { kind: "credit", reason, money: given }, reason);
		}
		const done = change(may.value, payments.credit.given(customerId, given, { key, reason }));
		const { state } = await db.commit(done, clock());
		if (state === "duplicate") return ok("done");
		return state === "ok" ? ok("done") : changedLimit();
	}

	/** Records that someone paid a customer's credit back. Not above their limit: a colleague can't approve it before. */
	async function payBackCredit(payer: Payer, customerId: string, input: PayBackCredit): Promise<Result<null>> {
		const customer = await repo.customer(payer.session, "billing.refund", customerId, clock());
		if (!customer) return fail("not_found", "There is no such customer.");
		const { amount, reference, reason } = input;
		const paid = money(amount, customer.currency);
		const may = await allowed(payer, "billing.refund", paid, {
			kind: "credit.paid_back",
			subject: { type: "customer", id: customerId },
			customerId,
			params: { money: paid, reference },
			reason,
		});
		if (may.ok) return payments.credit.payBack(customerId, paid, input, may.value);
		return may.error.code === "above_limit"
			? failField("amount", "This is above your limit for a day. Ask someone with a higher limit to pay it back.")
			: may;
	}

	const creditEntry = (customerId: string, given: Money, reason: string) => ({
		kind: "credit.given" as const,
		subject: { type: "customer", id: customerId },
		customerId,
		params: { money: given },
		reason,
	});

	type FoundInvoice = NonNullable<Awaited<ReturnType<typeof repo.invoice>>>;

	/** Posts what someone received by bank or in cash. @param allowed what lets them, which is stale if they may not */
	const post = (
		session: StaffSession,
		invoice: FoundInvoice,
		{ method, amount, reference, reason }: RecordPayment,
		allowed: Change | null,
	) => {
		const received = money(amount, invoice.currency);
		const recorded = audit(session, "billing.record", {
			kind: "payment.recorded",
			subject: { type: "invoice", id: invoice.id },
			customerId: invoice.userId,
			params: { invoice: invoice.number, money: received, method, reference },
			reason,
		});
		// How much becomes credit depends on what is due.
		const also = change(recorded, allowed, invoiceUnchanged(db, invoice));
		return payments.recordByStaff(invoice.id, { method, reference, ...received }, also);
	};

	/**
	 * Records money that came by bank or in cash. What is more or less than due becomes credit, which counts against the
	 * person's limit, because only they say that the money came.
	 */
	async function recordPayment(payer: Payer, invoiceId: string, input: RecordPayment): Promise<Result<MoneyMoved>> {
		const { session } = payer;
		const invoice = await repo.invoice(session, "billing.record", invoiceId, clock());
		if (!invoice) return noInvoice();
		const { number, userId } = invoice;
		const { amount, reason, ...payment } = input;
		const credit = creditFrom(invoice, amount);
		const subject = { type: "invoice", id: invoiceId };
		const credited = () =>
			credit.amount === 0
				? ok(null)
				: allowed(payer, "billing.record", credit, {
						kind: "credit.recorded",
						subject,
						customerId: userId,
						params: { invoice: number, money: credit, reference: payment.reference },
						reason,
					});
		const may = await credited();
		if (!may.ok) {
			if (may.error.code !== "above_limit") return may;
			const received = money(amount, invoice.currency);
			const asked = { kind: "payment", number, payment, received, money: credit } as const;
			return ask(payer, { ...subject, customerId: userId }, asked, reason);
		}
		const state = await post(session, invoice, input, may.value);
		if (state !== "already_settled") return ok("done");
		const now = await repo.invoice(session, "billing.record", invoiceId, clock());
		if (now?.state !== invoice.state || now.creditUsed !== invoice.creditUsed || now.total !== invoice.total)
			return fail("conflict", "This invoice was changed in the meantime. Check what is due, then try again.");
		if (!(await credited()).ok) return changedLimit();
		return failField("reference", "This reference was recorded before.");
	}

	/** Imports a bank statement. The credit that it makes counts against the person's limit, as what they record does. */
	const importStatement = (
		payer: Payer,
		file: { readonly name: string; readonly text: string },
		accountNumber: string | undefined,
	) =>
		payments.bank.importStatement(payer.session, file, accountNumber, {
			allow: (account) => (credit) =>
				allowed(payer, "billing.record", credit, {
					kind: "credit.imported",
					subject: { type: "bank-account", id: account },
					params: { money: credit, account },
				}),
			ask: (transfers, credit) => {
				const asked = {
					kind: "statement",
					file: file.name.slice(0, maxFileName),
					...transfers,
					money: credit,
				} as const;
				const subject = { type: "statement", id: createId("apr", clock()), customerId: null };
				return asking(payer, subject, asked, `Imported ${asked.file}`);
			},
		});

	/**
	 * Assigns received money. What becomes credit of a transfer that staff imported counts against the person's limit. Above
	 * it, a second person is asked, and the review stays open.
	 */
	async function assignReview(
		payer: Payer,
		reviewId: string,
		to: ReviewAssignment,
	): Promise<Result<{ readonly state: Settlement | "waiting" }>> {
		let asked: Asked | undefined;
		const assigned = await payments.reviews.assign(reviewId, to, payer.session, ({ receipt }) => async (credit) => {
			if (credit.amount === 0) return ok(change());
			asked = { kind: "assignment", to, receipt, money: credit };
			return allowed(payer, "billing.record", credit, {
				kind: "credit.assigned",
				subject: { type: "review", id: reviewId },
				params: { money: credit, receipt },
			});
		});
		if (assigned.ok || assigned.error.code !== "above_limit" || !asked) return assigned;
		const reason = "reason" in to ? to.reason : `For invoice ${to.invoice}`;
		const waits = await ask(payer, { type: "review", id: reviewId, customerId: null }, asked, reason);
		return waits.ok ? ok({ state: "waiting" }) : waits;
	}

	/** The approval, if this person may approve it. */
	async function approvable({ session, member }: Payer, permission: Permission, id: string) {
		const found = await repo.approval(session, id, clock());
		if (found?.permission !== permission) return fail("not_found", "There is no such request.");
		if (found.decision !== null || found.expiresAt <= clock()) return decided();
		const asked = found.input as unknown as Asked;
		if (found.askedBy === member.id) return fail("forbidden", "Someone else has to approve what you asked for.");
		const askersRoles = (found.askedByRoles ?? "").split(",").filter(isRole);
		const limit = limitTogether(askersRoles, member.roles, asked.money.currency);
		if (limit !== null && found.spentTogether + asked.money.amount > limit.amount)
			return fail(
				"forbidden",
				`You and ${found.askedByName} can approve at most ${formatMoney(limit)} together in a day. Ask a manager or an owner.`,
			);
		return ok({ ...found, asked, limit });
	}

	/** Approves what someone else asked for, and does it. */
	async function approve(payer: Payer, permission: Permission, id: string): Promise<Result<string>> {
		const found = await approvable(payer, permission, id);
		if (!found.ok) return found;
		const { asked, askedBy, askedByName, limit, reason, subjectType, subjectId, customerId } = found.value;
		const { session } = payer;
		const now = clock();
		const approved = change(
			audit(session, permission, {
				kind: "approval.approved",
				subject: { type: subjectType, id: subjectId },
				customerId,
				params: { what: whatOf(asked), money: asked.money, askedBy: askedByName },
				reason,
			}),
			repo.keepLimitTogether(session, askedBy, limit, now),
			repo.decide(session, id, "approved", now),
			resolveProblem(db, approvalProblem(id), now, session),
		);
		if (asked.kind === "credit") {
			const customer = await repo.customer(session, permission, subjectId, now);
			// The account was closed or merged since someone asked for the credit, so no one could spend it.
			if (!customer || customer.status === "closed")
				return fail("conflict", "This account is closed. Refuse the request.");
			const given = payments.credit.given(subjectId, asked.money, { key: id, reason });
			const { state } = await db.commit(change(approved, given), now);
			return state === "ok" ? ok(`Added ${formatMoney(asked.money)} of credit.`) : decided();
		}
		if (asked.kind === "write-off") {
			const invoice = await repo.invoice(session, permission, subjectId, now);
			if (!invoice?.orderId || invoice.state !== "open") return decided();
			// What was approved is what is given up.
			if (invoice.total - invoice.creditUsed !== asked.money.amount) return changedInvoice();
			const done = change(approved, invoiceWrittenOff(db, subjectId, now));
			const cancelled = await orders.cancelByStaff(invoice.orderId, done, true);
			return cancelled.ok ? ok(`Wrote off ${formatMoney(asked.money)} of invoice ${asked.number}.`) : cancelled;
		}
		if (asked.kind === "payment") {
			const invoice = await repo.invoice(session, permission, subjectId, now);
			if (!invoice) return noInvoice();
			const { payment, received, number } = asked;
			// What was approved is what becomes credit.
			if (creditFrom(invoice, received.amount).amount !== asked.money.amount) return changedInvoice();
			const state = await post(session, invoice, { ...payment, amount: received.amount, reason }, approved);
			if (state !== "already_settled") return ok(`Recorded ${formatMoney(received)} for invoice ${number}.`);
			return fail(
				"conflict",
				`The reference ${payment.reference} was recorded before, or the request has changed. Reload the page.`,
			);
		}
		if (asked.kind === "statement") {
			const posting = await payments.bank.postLimited(asked, id);
			if (posting === null)
				return fail("conflict", "All of these transfers were decided under Today. Refuse the request.");
			const { state } = await db.commit(change(approved, posting), now);
			return state === "ok" ? ok(`Approved ${formatMoney(asked.money)}. It is posted in a moment.`) : decided();
		}
		if (asked.kind === "assignment") {
			const assigned = await payments.reviews.assign(
				subjectId,
				asked.to,
				session,
				() => async (credit) =>
					// What was approved is what becomes credit.
					credit.amount === asked.money.amount ? ok(approved) : changedInvoice(),
			);
			return assigned.ok ? ok(`Posted the transfer ${asked.receipt}.`) : assigned;
		}
		const by = `${askedByName}, approved by ${payer.member.name}`.slice(0, 80);
		const issued = await refunds.issue(asked.number, { ...asked.refund, by }, id, async (refund) =>
			// What was approved is what is paid.
			refund.money.amount === asked.money.amount ? ok(approved) : changedInvoice(),
		);
		return issued.ok ? ok(`Refunded ${formatMoney(asked.money)} of invoice ${asked.number}.`) : issued;
	}

	/** Refuses a request. The person who asked can take it back in the same way. */
	async function refuse(
		{ session }: Payer,
		permission: Permission,
		id: string,
		reason: string,
	): Promise<Result<string>> {
		const now = clock();
		const found = await repo.approval(session, id, now);
		if (found?.permission !== permission) return fail("not_found", "There is no such request.");
		const asked = found.input as unknown as Asked;
		const refused = change(
			audit(session, permission, {
				kind: "approval.refused",
				subject: { type: found.subjectType, id: found.subjectId },
				customerId: found.customerId,
				params: { what: whatOf(asked), money: asked.money, askedBy: found.askedByName },
				reason,
			}),
			repo.decide(session, id, "refused", now),
			resolveProblem(db, approvalProblem(id), now, session),
		);
		return (await db.commit(refused, now)).state === "ok" ? ok("Refused the request.") : decided();
	}

	return {
		async invoices(session: StaffSession, { state, ...query }: InvoicesQuery, size?: number) {
			const found = await repo.invoices(session, state, rangeOf(query), clock(), size);
			const isOpen = state === "open" || state === "overdue";
			return toPage(found, (row) => [isOpen ? row.dueAt : row.issuedAt, row.id], size);
		},
		async orders(session: StaffSession, { state, ...query }: OrdersQuery, size?: number) {
			const found = await repo.orders(session, state, rangeOf(query), clock(), size);
			return toPage(found, (row) => [row.createdAt, row.id], size);
		},
		async payments(session: StaffSession, { state, method, ...query }: PaymentsQuery, size?: number) {
			const found = await repo.payments(session, { state, method }, rangeOf(query), clock(), size);
			return toPage(found, (row) => [row.createdAt, row.id], size);
		},

		/** A customer with their currency. Undefined without the permission. */
		customer: (session: StaffSession, permission: Permission, id: string) =>
			repo.customer(session, permission, id, clock()),

		/** The invoice and its order with this number, and the payments with this receipt. One round trip. */
		async named(
			session: StaffSession,
			{ invoice, receipt }: { invoice?: string | undefined; receipt?: string | undefined },
		) {
			const now = clock();
			const [invoices, orders, payments] = await Promise.all([
				invoice === undefined ? [] : repo.invoiceNumbered(session, invoice, now),
				invoice === undefined ? [] : repo.ordersNumbered(session, invoice, now),
				receipt === undefined ? [] : repo.paymentsWithReceipt(session, receipt, now),
			]);
			return { invoices, orders, payments };
		},

		/** An invoice with its lines, payments, credit notes, refunds and what waits for a second person. Null without the permission. One round trip. */
		async invoice(session: StaffSession, invoiceId: string) {
			const [invoice, money, waiting] = await Promise.all([
				repo.invoice(session, "billing.view", invoiceId, clock()),
				refunds.invoiceOf(invoiceId),
				repo.waiting(session, null, clock(), invoiceId),
			]);
			return invoice && money ? { invoice, money, waiting: waiting.map(withAsked) } : null;
		},

		async approvals(session: StaffSession, after: string | undefined) {
			const found = await repo.waiting(session, decodeCursor(after), clock());
			const { items, next } = toPage(found, (row) => [row.askedAt, row.id]);
			return { items: items.map(withAsked), next };
		},

		refund,
		giveCredit,
		payBackCredit,
		writeOff,
		recordPayment,
		importStatement,
		assignReview,
		approve,
		refuse,
		expireApprovals,

		/** Cancels an open invoice and its order. */
		async void(session: StaffSession, invoiceId: string, reason: string): Promise<Result<null>> {
			const invoice = await repo.invoice(session, "billing.record", invoiceId, clock());
			if (!invoice) return noInvoice();
			if (invoice.orderId === null) return noOrder();
			const entry = audit(session, "billing.record", {
				kind: "invoice.voided",
				subject: { type: "invoice", id: invoiceId },
				customerId: invoice.userId,
				params: { invoice: invoice.number },
				reason,
			});
			return orders.cancelByStaff(invoice.orderId, entry);
		},
	};
}

const approvalProblem = (id: string) => ({ kind: "approval", subject: id }) as const;

const rangeOf = (query: {
	from?: string | undefined;
	to?: string | undefined;
	amount?: number | undefined;
	after?: string | undefined;
}) => ({
	from: query.from === undefined ? undefined : kenyanTime(query.from, 0),
	before: query.to === undefined ? undefined : kenyanTime(query.to, 24),
	amount: query.amount,
	after: decodeCursor(query.after),
});

const aboveLimit = () => fail("forbidden", "This is above your limit for a day.", { code: "above_limit" });
const changedLimit = () => fail("conflict", "Your limit or your access has changed. Send the form again.");
const notAllowed = () => fail("forbidden", "Your access has changed. Reload the page.");
const noInvoice = () => fail("not_found", "There is no such invoice.");
const noOrder = () => fail("conflict", "This invoice has no order that could be cancelled.");
const changedInvoice = () =>
	fail("conflict", "Less or more is left of this invoice now. Refuse this request and start again.");
const decided = () => fail("conflict", "Someone has decided this in the meantime, or it is too old.");
