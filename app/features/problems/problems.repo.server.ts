import {
	and,
	asc,
	desc,
	eq,
	exists,
	gt,
	inArray,
	isNotNull,
	isNull,
	lte,
	ne,
	not,
	or,
	type SQL,
	type SQLWrapper,
	sql,
} from "drizzle-orm";
import { alias, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { holderStatuses } from "~/db/held-by-another";
import { keyset } from "~/db/keyset";
import {
	approvals,
	auditLog,
	creditNotes,
	domains,
	fiscalDevices,
	fiscalDocuments,
	hardwareStock,
	hostingPlans,
	invoiceLines,
	invoices,
	jobs,
	orderLines,
	orders,
	outbox,
	paymentReviews,
	payments,
	problems,
	registrarCosts,
	registrarProblems,
	staff,
	staffRoles,
	tickets,
	users,
} from "~/db/schema";
import { ownStaffId, staffMay } from "~/db/staff-access";
import { currentCatalog } from "~/features/catalog/current";
import { type Permission, rolesWith } from "~/features/staff/permissions";
import type { StaffSession } from "~/features/staff/staff";
import { DAY } from "~/lib/durations";
import type { Cursor } from "~/lib/page";
import { type ProblemKind, type QueueKind, queueParts, seenWith } from "./problem";
import type { QueueQuery } from "./queue.schema";

/** Counts end there. */
export const countLimit = 1_000;

/** Milliseconds that what someone ended at the desk stays in the list of what is done. */
const doneForMs = DAY;

/** Changes of a row at the desk. */
interface DeskFields {
	readonly takenBy?: SQL | null;
	readonly takenAt?: number | null;
	readonly snoozedUntil?: number | null;
	readonly resolvedAt?: number | null;
	readonly resolvedBy?: SQL | null;
}

/** A column under another name, because a joined query needs different names. */
const named = <T>(column: SQLiteColumn | SQL, name: string) => sql<T>`${column}`.as(name);

type ProblemsRepo = ReturnType<typeof createProblemsRepo>;
export type QueueRow = Awaited<ReturnType<ProblemsRepo["queue"]>>[number];

/** What needs a person: the queue of the desk. */
export function createProblemsRepo({ orm, read }: Pick<Database, "orm" | "read">) {
	const { causeId, dueAt, kind, key, since } = problems;
	const one = { one: sql`1` };

	const productOfCause = sql`substr(${causeId}, 1, instr(${causeId}, ':') - 1)`;
	const isStockOf = and(
		// By its key.
		eq(hardwareStock.productId, productOfCause),
		eq(causeId, sql`${hardwareStock.productId} || ':' || ${hardwareStock.changes}`),
	);

	/** By kind, the row that shows that the cause still exists. */
	const causes = {
		job: orm
			.select(one)
			.from(jobs)
			.where(and(eq(jobs.id, causeId), inArray(jobs.state, ["action_required", "failed"]), isNull(jobs.needs))),
		review: orm
			.select(one)
			.from(paymentReviews)
			.where(and(eq(paymentReviews.id, causeId), isNull(paymentReviews.resolvedAt))),
		approval: orm
			.select(one)
			.from(approvals)
			.where(and(eq(approvals.id, causeId), isNull(approvals.decision))),
		event: deadEvent(),
		events: deadEvent(),
		difference: deadEvent(),
		costs: orm
			.select(one)
			.from(registrarCosts)
			.where(
				and(
					eq(registrarCosts.registrar, sql`${causeId}`),
					isNull(registrarCosts.until),
					isNotNull(registrarCosts.reported),
				),
			),
		stock: orm
			.select(one)
			.from(hardwareStock)
			.where(and(isStockOf, or(sql`${hardwareStock.free} <= 0`, sql`${hardwareStock.free} <= ${hardwareStock.lowAt}`))),
		registrant: orm
			.select(one)
			.from(domains)
			.where(and(eq(domains.id, causeId), eq(domains.registrantCheck, "suspended"))),
		// The check of the registrant goes on until the registry has done it.
		hold: orm
			.select(one)
			.from(domains)
			.where(
				and(
					eq(domains.id, causeId),
					isNotNull(domains.registrantCheckAt),
					inArray(domains.status, [...holderStatuses]),
				),
			),
		registrar: orm
			.select(one)
			.from(registrarProblems)
			.where(
				and(
					eq(causeId, sql`${registrarProblems.registrar} || ' ' || ${registrarProblems.problem}`),
					ne(registrarProblems.problem, "busy"),
				),
			),
		"tax-invoice": orm
			.select(one)
			.from(fiscalDocuments)
			.where(and(eq(fiscalDocuments.id, causeId), eq(fiscalDocuments.state, "refused"))),
		signer: orm
			.select(one)
			.from(fiscalDevices)
			.where(and(eq(fiscalDevices.device, causeId), isNotNull(fiscalDevices.problem))),
		ticket: orm
			.select(one)
			.from(tickets)
			.where(and(eq(tickets.id, causeId), eq(tickets.status, "open"))),
		cancellation: orm
			.select(one)
			.from(hostingPlans)
			.where(
				and(
					eq(hostingPlans.id, causeId),
					isNotNull(hostingPlans.cancelledAt),
					isNull(hostingPlans.endedReason),
					ne(hostingPlans.status, "terminated"),
				),
			),
		renewal: orm
			.select(one)
			.from(invoices)
			.where(and(eq(invoices.id, causeId), eq(invoices.state, "open"))),
	} as const;

	function deadEvent() {
		return orm
			.select(one)
			.from(outbox)
			.where(and(eq(outbox.id, causeId), eq(outbox.state, "dead")));
	}

	/** A comparison and a balance end theirs when they are read again. */
	const causeExists = byKind(
		(Object.entries(causes) as [ProblemKind, SQLWrapper][]).map(([name, cause]) => [name, exists(cause)]),
		sql`1`,
	);

	/** The kinds that the session's person may see: those of their roles. Few values, because D1 binds at most 100. */
	const visibleTo = (session: StaffSession, now: number): SQL =>
		sql`+${kind} in (
			select seen.value ->> 1 from json_each(${kindsByRole}) as seen
			join ${staffRoles} on ${staffRoles.role} = seen.value ->> 0
			where ${staffRoles.staffId} = ${ownStaffId(session, now)}
		)`;

	const isAwake = (now: number) => or(isNull(problems.snoozedUntil), lte(problems.snoozedUntil, now));

	/** Open problems. The stock of a product that is no longer sold matters again once it is sold again. */
	const isOpen = () => {
		const retired = currentCatalog().hardware.flatMap(({ id, retired }) => (retired ? [id] : []));
		const isRetired = sql`instr(${` ${retired.join(" ")} `}, ' ' || ${productOfCause} || ' ') > 0`;
		return and(isNull(problems.resolvedAt), causeExists, sql`not (+${kind} = 'stock' and ${isRetired})`);
	};

	/** What waits for someone, snoozed problems apart. */
	const waiting = (now: number) => and(isOpen(), ne(kind, "waiting"), isAwake(now));

	const taker = alias(staff, "taker");
	const resolver = alias(staff, "resolver");
	const asker = alias(staff, "asker");
	const jobInvoice = alias(invoices, "job_invoice");

	/** Problems with what a row of the queue shows. Every join finds at most one row by its key. */
	const withDetails = () =>
		orm
			.select({
				key: problems.key,
				kind: named<QueueKind>(kind, "problem_kind"),
				subject: problems.subject,
				causeId: problems.causeId,
				answer: named<string | null>(problems.answer, "problem_answer"),
				since: problems.since,
				dueAt: problems.dueAt,
				count: problems.count,
				version: problems.version,
				takenBy: problems.takenBy,
				takenAt: problems.takenAt,
				takenByName: named<string | null>(taker.name, "taken_by_name"),
				snoozedUntil: problems.snoozedUntil,
				resolvedAt: named<number | null>(problems.resolvedAt, "problem_resolved_at"),
				resolvedByName: named<string | null>(resolver.name, "resolved_by_name"),
				customerId: named<string | null>(users.id, "customer_id"),
				firstName: users.firstName,
				lastName: users.lastName,
				customerEmail: named<string | null>(users.email, "customer_email"),
				customerPhone: named<string | null>(users.phone, "customer_phone"),
				jobKind: named<(typeof jobs.$inferSelect)["kind"] | null>(jobs.kind, "job_kind"),
				jobState: named<string | null>(jobs.state, "job_state"),
				jobError: named<string | null>(jobs.lastError, "job_error"),
				lineProductId: named<string | null>(orderLines.productId, "line_product_id"),
				lineName: named<string | null>(orderLines.name, "line_name"),
				lineDomain: named<string | null>(orderLines.domain, "line_domain"),
				lineDetails: orderLines.details,
				lineAmount: named<number | null>(orderLines.amount, "line_amount"),
				lineQuantity: named<number | null>(orderLines.quantity, "line_quantity"),
				lineCurrency: named<(typeof orders.$inferSelect)["currency"] | null>(orders.currency, "line_currency"),
				jobInvoiceNumber: named<string | null>(jobInvoice.number, "job_invoice_number"),
				reviewReason: named<string | null>(paymentReviews.reason, "review_reason"),
				reviewBody: named<string | null>(paymentReviews.body, "review_body"),
				reviewProvider: named<string | null>(paymentReviews.provider, "review_provider"),
				invoiceId: named<string | null>(sql`coalesce(${jobInvoice.id}, ${invoices.id})`, "shown_invoice_id"),
				invoiceNumber: named<string | null>(invoices.number, "invoice_number"),
				invoiceTotal: named<number | null>(invoices.total, "invoice_total"),
				invoiceCurrency: named<(typeof invoices.$inferSelect)["currency"] | null>(
					invoices.currency,
					"invoice_currency",
				),
				invoiceDueAt: named<number | null>(invoices.dueAt, "invoice_due_at"),
				invoiceItems: named<string | null>(
					sql`case when ${kind} = 'renewal' then (
						select group_concat(${invoiceLines.description}, ', ') from ${invoiceLines}
						where ${invoiceLines.invoiceId} = ${invoices.id}
					) end`,
					"invoice_items",
				),
				eventKind: named<string | null>(outbox.kind, "event_kind"),
				eventError: named<string | null>(outbox.lastError, "event_error"),
				eventAttempts: named<number | null>(outbox.attempts, "event_attempts"),
				documentFailure: named<string | null>(fiscalDocuments.failure, "document_failure"),
				creditNoteNumber: named<string | null>(creditNotes.number, "credit_note_number"),
				creditNoteTotal: named<number | null>(creditNotes.total, "credit_note_total"),
				stockFree: named<number | null>(hardwareStock.free, "stock_free"),
				deviceProblem: named<string | null>(fiscalDevices.problem, "device_problem"),
				ticketNumber: named<string | null>(tickets.number, "ticket_number"),
				ticketSubject: named<string | null>(tickets.subject, "ticket_subject"),
				ticketDepartment: named<(typeof tickets.$inferSelect)["department"] | null>(
					tickets.department,
					"ticket_department",
				),
				ticketName: named<string | null>(tickets.name, "ticket_name"),
				ticketEmail: named<string | null>(tickets.email, "ticket_email"),
				ticketPhone: named<string | null>(tickets.phone, "ticket_phone"),
				planName: named<string | null>(hostingPlans.name, "plan_name"),
				planDomain: named<string | null>(hostingPlans.domain, "plan_domain"),
				planPrice: named<number | null>(hostingPlans.price, "plan_price"),
				planCurrency: named<(typeof hostingPlans.$inferSelect)["currency"] | null>(
					hostingPlans.currency,
					"plan_currency",
				),
				planEndsAt: named<number | null>(hostingPlans.expiresAt, "plan_ends_at"),
				approvalInput: named<string | null>(approvals.input, "approval_input"),
				approvalReason: named<string | null>(approvals.reason, "approval_reason"),
				approvalUntil: named<number | null>(approvals.expiresAt, "approval_until"),
				askedByName: named<string | null>(asker.name, "asked_by_name"),
				domainId: named<string | null>(domains.id, "domain_id"),
				domainName: named<string | null>(domains.name, "domain_name"),
				domainStatus: named<(typeof domains.$inferSelect)["status"] | null>(domains.status, "domain_status"),
				nameservers: domains.nameservers,
				isLocked: domains.locked,
				hasPrivacy: domains.privacy,
				domainExpiresAt: named<number | null>(domains.expiresAt, "domain_expires_at"),
				domainRegistrar: named<string | null>(domains.registrar, "domain_registrar"),
			})
			.from(problems)
			.leftJoin(taker, eq(taker.id, problems.takenBy))
			.leftJoin(resolver, eq(resolver.id, problems.resolvedBy))
			.leftJoin(jobs, and(eq(kind, "job"), eq(jobs.id, causeId)))
			.leftJoin(orderLines, eq(orderLines.id, jobs.orderLineId))
			.leftJoin(orders, eq(orders.id, jobs.orderId))
			.leftJoin(jobInvoice, eq(jobInvoice.orderId, orders.id))
			.leftJoin(paymentReviews, and(eq(kind, "review"), eq(paymentReviews.id, causeId)))
			.leftJoin(payments, eq(payments.id, paymentReviews.paymentId))
			.leftJoin(outbox, and(inArray(kind, ["event", "events", "difference"]), eq(outbox.id, causeId)))
			.leftJoin(fiscalDocuments, and(eq(kind, "tax-invoice"), eq(fiscalDocuments.id, causeId)))
			.leftJoin(creditNotes, eq(creditNotes.id, fiscalDocuments.creditNoteId))
			.leftJoin(approvals, and(eq(kind, "approval"), eq(approvals.id, causeId)))
			.leftJoin(asker, eq(asker.id, approvals.askedBy))
			.leftJoin(fiscalDevices, and(eq(kind, "signer"), eq(fiscalDevices.device, causeId)))
			.leftJoin(hardwareStock, and(eq(kind, "stock"), isStockOf))
			.leftJoin(tickets, and(eq(kind, "ticket"), eq(tickets.id, causeId)))
			.leftJoin(hostingPlans, and(eq(kind, "cancellation"), eq(hostingPlans.id, causeId)))
			.leftJoin(
				domains,
				eq(
					domains.id,
					sql`case when ${kind} in ('registrant', 'hold') then ${causeId} when ${kind} in ('difference', 'event') then ${outbox.payload} ->> '$.domainId' end`,
				),
			)
			.leftJoin(
				invoices,
				eq(
					invoices.id,
					sql`coalesce(case when ${kind} = 'renewal' then ${causeId} end, ${payments.invoiceId}, ${fiscalDocuments.invoiceId})`,
				),
			)
			.leftJoin(
				users,
				eq(
					users.id,
					sql`coalesce(${jobs.userId}, ${payments.userId}, ${outbox.userId}, ${fiscalDocuments.userId},
						${tickets.userId}, ${hostingPlans.userId}, ${domains.userId}, ${approvals.customerId}, ${invoices.userId})`,
				),
			);

	return {
		/** Ends the problems whose cause is gone. */
		resolveGone: (now: number): Change =>
			write(
				orm
					.update(problems)
					.set({ resolvedAt: now })
					.where(and(isNull(problems.resolvedAt), not(causeExists))),
			),

		/** A page of the queue: what waits or is snoozed, the most overdue first, or what was done, newest first. */
		queue(
			session: StaffSession,
			{ part, mine, state }: QueueQuery,
			{ after, limit }: { readonly after: Cursor | null; readonly limit: number },
			now: number,
		) {
			const isDone = state === "done";
			const page = isDone ? keyset(problems.resolvedAt, key, "desc", after) : keyset(dueAt, key, "asc", after);
			const shown = {
				waiting: waiting(now),
				snoozed: and(isOpen(), gt(problems.snoozedUntil, now)),
				done: and(gt(problems.resolvedAt, now - doneForMs), isNotNull(problems.resolvedBy)),
			}[state];
			const owner = isDone ? problems.resolvedBy : problems.takenBy;
			return read(
				withDetails()
					.where(
						and(
							shown,
							visibleTo(session, now),
							part && inArray(kind, [...queueParts[part].kinds]),
							mine ? eq(owner, ownStaffId(session, now)) : undefined,
							page.where,
						),
					)
					.orderBy(...page.orderBy)
					.limit(limit),
			);
		},

		/** A problem that the person may see, also if it is done. */
		async find(session: StaffSession, problemKey: string, now: number) {
			return (await read(withDetails().where(and(eq(key, problemKey), visibleTo(session, now)))))[0];
		},

		/** How many problems of each kind wait that the person may see, among the first `countLimit`. */
		counts(session: StaffSession, now: number) {
			const first = orm
				.select({ kind: named<QueueKind>(kind, "problem_kind"), mine: named<number>(isOwn(session, now), "mine") })
				.from(problems)
				.where(and(waiting(now), visibleTo(session, now)))
				.orderBy(asc(dueAt), asc(key))
				.limit(countLimit)
				.as("first_problems");
			return read(
				orm
					.select({ kind: first.kind, count: sql<number>`count(*)`, mine: sql<number>`sum(${first.mine})`.as("own") })
					.from(first)
					.groupBy(sql`problem_kind`),
			);
		},

		/** How many problems wait, up to `limit`, and since when the oldest does (ms). */
		async waiting(now: number, limit: number): Promise<{ count: number; since: number | null }> {
			const first = orm
				.select({ since })
				.from(problems)
				.where(waiting(now))
				.orderBy(asc(since), asc(key))
				.limit(limit)
				.as("first_problems");
			const [found] = await read(
				orm
					.select({ count: sql<number>`count(*)`, since: sql<number | null>`min(${first.since})`.as("oldest") })
					.from(first),
			);
			return found ?? { count: 0, since: null };
		},

		/** The row of the email about what waits. */
		async reminder() {
			const where = and(eq(kind, "waiting"), isNull(problems.resolvedAt));
			return (await read(orm.select({ emailedAt: problems.emailedAt }).from(problems).where(where)))[0];
		},

		/** Stale if the row has changed since `version`, or the person may not see it. */
		change: (session: StaffSession, problemKey: string, version: number, fields: DeskFields, now: number): Change =>
			guarded(
				orm
					.update(problems)
					.set({ ...fields, version: version + 1 })
					.where(
						and(
							eq(key, problemKey),
							eq(problems.version, version),
							fields.resolvedAt === null ? isNotNull(problems.resolvedBy) : isNull(problems.resolvedAt),
							visibleTo(session, now),
						),
					),
			),

		/** What someone at the desk last did with this subject. */
		async lastChange(session: StaffSession, subjectId: string, now: number) {
			const [found] = await read(
				orm
					.select({
						at: auditLog.at,
						staffName: auditLog.staffName,
						kind: auditLog.kind,
						params: auditLog.params,
					})
					.from(auditLog)
					.where(and(eq(auditLog.subjectId, subjectId), staffMay(session, "today.work", now)))
					.orderBy(desc(auditLog.at), desc(auditLog.id))
					.limit(1),
			);
			return found;
		},
	};
}

const isOwn = (session: StaffSession, now: number): SQL =>
	sql`coalesce(${problems.takenBy} = ${ownStaffId(session, now)}, 0)`;

/** JSON: each role with each kind that it may see. */
const kindsByRole = JSON.stringify(
	(Object.entries(seenWith) as [QueueKind, Permission][]).flatMap(([name, permission]) =>
		rolesWith(permission).map((one) => [one, name]),
	),
);

/** A condition for each kind. */
function byKind(conditions: readonly (readonly [name: ProblemKind, condition: SQL])[], otherwise: SQL): SQL {
	const cases = conditions.map(([name, condition]) => sql`when ${sql.raw(`'${name}'`)} then ${condition}`);
	return sql`case ${problems.kind} ${sql.join(cases, sql` `)} else ${otherwise} end`;
}
