import { and, desc, eq, exists, gt, inArray, isNotNull, isNull, notExists, sql } from "drizzle-orm";
import { type Change, guarded } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { DueRange } from "~/db/due-range";
import { keysetInRange } from "~/db/keyset";
import { type Owner, ownedBy } from "~/db/owner";
import { domains, hostingPlans, invoices, orderLines, paymentCards, payments, users } from "~/db/schema";
import { HOUR } from "~/lib/durations";
import type { PromptSetting } from "./prompt";

/** An open invoice. `dueAt` in ms. */
export interface PromptableInvoice {
	readonly id: string;
	readonly dueAt: number;
	/** The hour in Kenya of its customer's prompts. Null if no prompt pays it. */
	readonly hour: number | null;
}

/** Shortest time between two prompts for an invoice. */
const minGapMs = 20 * HOUR;

/** Customers' choice of M-Pesa prompts, and the invoices that they pay. */
export function createPromptsRepo(db: Database) {
	const { orm } = db;
	const one = { one: sql`1` };

	/** Whether the invoice has the renewal of a domain or plan that meets this condition. */
	const renewals = (condition: ReturnType<typeof sql>) => sql`exists (select 1 from ${orderLines} l
		left join ${domains} d on d.id = l.renewed_domain_id and d.user_id = ${invoices.userId} and d.expires_at = l.renewed_expiry
		left join ${hostingPlans} h on h.id = l.renewed_plan_id and h.user_id = ${invoices.userId} and h.expires_at = l.renewed_expiry
		where l.order_id = ${invoices.orderId} and (l.renewed_domain_id is not null or l.renewed_plan_id is not null) and ${condition})`;
	/** Whether the customer still renews this domain or plan. Later prompts come after its end. */
	const isRenewed = sql`coalesce(d.status in ('active', 'expired') and d.auto_renew = 1,
		h.status in ('active', 'suspended') and h.cancelled_at is null, 0)`;
	/** The invoice renews something, and all of it is still to be renewed. */
	const renews = and(renewals(isRenewed), sql`not ${renewals(sql`not ${isRenewed}`)}`);
	const paysByCard = exists(
		orm
			.select(one)
			.from(paymentCards)
			.where(
				and(
					eq(paymentCards.userId, invoices.userId),
					isNotNull(paymentCards.renewalsAt),
					isNull(paymentCards.removedAt),
				),
			),
	);
	const attempts = (condition: ReturnType<typeof and>) =>
		orm
			.select(one)
			.from(payments)
			.where(and(eq(payments.invoiceId, invoices.id), condition));
	const declined = exists(attempts(and(eq(payments.prompted, true), eq(payments.failureCode, "declined"))));

	return {
		async setting(owner: Owner, now: number) {
			const [found] = await db.read(
				orm
					.select({ phone: users.promptPhone, hour: users.promptHour, profilePhone: users.phone })
					.from(users)
					.where(ownedBy(users.id, owner, now)),
			);
			return found;
		},

		/** Stale if the owner is signed out, or the prompts are turned off already. */
		save: (owner: Owner, setting: PromptSetting | null, now: number): Change =>
			guarded(
				orm
					.update(users)
					.set({ promptPhone: setting?.phone ?? null, promptHour: setting?.hour ?? null, updatedAt: now })
					.where(and(ownedBy(users.id, owner, now), setting ? undefined : isNotNull(users.promptHour))),
			),

		/** Open invoices of all customers that are due in this range, each with the hour of its prompts. */
		promptable:
			(range: DueRange) =>
			async (after: PromptableInvoice | null, limit: number): Promise<PromptableInvoice[]> => {
				const position = after && ([after.dueAt, after.id] as const);
				const { where, orderBy } = keysetInRange(invoices.dueAt, invoices.id, range, position);
				const page = await db.read(
					orm
						.select({ id: invoices.id, userId: invoices.userId, dueAt: invoices.dueAt })
						.from(invoices)
						// The state is no parameter, so that the partial index serves.
						.where(and(sql`${invoices.state} = 'open'`, where))
						.orderBy(...orderBy)
						.limit(limit),
				);
				if (page.length === 0) return [];
				const customers = JSON.stringify([...new Set(page.map(({ userId }) => userId))]);
				const chosen = await db.read(
					orm
						.select({ id: users.id, hour: users.promptHour })
						.from(users)
						.where(
							and(
								inArray(users.id, sql`(select value from json_each(${customers}))`),
								eq(sql`+${users.status}`, "active"),
								isNotNull(users.promptHour),
							),
						),
				);
				const hours = new Map(chosen.map(({ id, hour }) => [id, hour]));
				return page.map(({ userId, ...invoice }) => ({ ...invoice, hour: hours.get(userId) ?? null }));
			},

		/** The invoice and its customer's choice. Undefined if no prompt pays it. */
		async find(invoiceId: string) {
			const [found] = await db.read(
				orm
					.select({
						dueAt: invoices.dueAt,
						userId: invoices.userId,
						email: users.email,
						phone: users.promptPhone,
						hour: users.promptHour,
					})
					.from(invoices)
					.innerJoin(users, eq(users.id, invoices.userId))
					.where(
						and(
							eq(invoices.id, invoiceId),
							eq(invoices.state, "open"),
							eq(users.status, "active"),
							isNotNull(users.promptHour),
							renews,
							sql`not ${paysByCard}`,
							sql`not ${declined}`,
						),
					),
			);
			if (!found) return undefined;
			const { phone, hour, dueAt, userId, email } = found;
			return phone === null || hour === null ? undefined : { setting: { phone, hour }, dueAt, userId, email };
		},

		/**
		 * Guard: overtaken unless the customer still wants prompts to this phone, and none was sent for the invoice on this
		 * day. Changes nothing.
		 */
		requirePrompt(invoiceId: string, { phone, hour }: PromptSetting, now: number): Change {
			const wanted = orm
				.select(one)
				.from(users)
				.where(and(eq(users.id, invoices.userId), eq(users.promptPhone, phone), eq(users.promptHour, hour)));
			const sent = attempts(and(eq(payments.prompted, true), gt(payments.createdAt, now - minGapMs)));
			return guarded(
				orm
					.update(invoices)
					.set({ dueAt: sql`${invoices.dueAt}` })
					.where(and(eq(invoices.id, invoiceId), exists(wanted), notExists(sent))),
			);
		},

		/** Prompts for the owner's invoice, newest first. */
		ofInvoice: (owner: Owner, invoiceId: string, now: number) =>
			db.read(
				orm
					.select({
						phone: payments.phone,
						state: payments.state,
						failureCode: payments.failureCode,
						createdAt: payments.createdAt,
						expiresAt: payments.expiresAt,
					})
					.from(payments)
					.where(
						and(
							eq(payments.invoiceId, invoiceId),
							ownedBy(sql`+${payments.userId}` as never, owner, now),
							eq(payments.prompted, true),
						),
					)
					.orderBy(desc(payments.createdAt))
					.limit(5),
			),
	};
}
