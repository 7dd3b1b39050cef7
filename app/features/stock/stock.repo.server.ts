import { and, asc, eq, gt, inArray, isNotNull, isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type Change, change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { reportNew } from "~/db/problems.server";
import { catalogDraft, catalogVersions, hardwareStock, orders, stockReservations } from "~/db/schema";
import { staffMay } from "~/db/staff-access";
import { mayWaitMs } from "~/features/problems/problem";
import type { StaffSession } from "~/features/staff/staff";
import { notCounted, type ProductStock } from "./stock";

/** The number of the published state. Rises whenever a product sells out, runs low or comes back. */
export const stockVersion = sql<number>`(select 1 + coalesce(sum(${hardwareStock.changes}), 0) from ${hardwareStock})`;

/** Whose reservations: those of an order, of one of its lines, or of a customer's unpaid orders. */
export type Reservations =
	| { readonly orderId: string }
	| { readonly orderLineId: string }
	| { readonly unpaidOf: string };

const isReserved = sql`${stockReservations.state} = 'reserved'`;

/** 2: sold out, 1: low, 0: neither, or not counted. */
const level = (free: SQLWrapper, lowAt: SQLWrapper = hardwareStock.lowAt) =>
	sql`case when ${free} is null then 0 when ${free} <= 0 then 2 when ${free} <= ${lowAt} then 1 else 0 end`;

/** Pieces that orders have reserved of the product in the row of `hardware_stock`. */
const reservedOf = (productId: SQLWrapper) =>
	sql<number>`(
		select coalesce(sum(${stockReservations.quantity}), 0) from ${stockReservations}
		where ${stockReservations.productId} = ${productId} and ${isReserved}
	)`;

/** The stock of hardware and what orders have reserved. */
export function createStockRepo(db: Database) {
	const { orm } = db;
	const { productId, free, lowAt, changes, changedAt } = hardwareStock;

	const nowOnShelf = sql`${free} + ${reservedOf(productId)}`;

	/** Counts in `changes` if the product sells out, runs low or comes back by it. */
	const setStock = (values: { free?: SQL; lowAt?: SQL; changedAt?: SQL }, where: SQL | undefined) =>
		orm
			.update(hardwareStock)
			.set({
				...values,
				changes: sql`${changes} + ((${level(free)}) <> (${level(values.free ?? free, values.lowAt ?? lowAt)}))`,
			})
			.where(where);

	/** Stale if someone at the desk has changed the row since. */
	const setByStaff = (
		id: string,
		version: number,
		values: { free?: SQL; lowAt?: SQL },
		now: number,
		where?: SQL,
	): Change =>
		guarded(
			setStock(
				{ ...values, changedAt: sql`${Math.max(now, version + 1)}` },
				and(eq(productId, id), eq(changedAt, version), where),
			),
		);

	/** The first change of a product by staff. Stale if there is one. */
	const insertByStaff = (id: string, values: { free: SQL; lowAt: SQL }, now: number): Change =>
		guarded(
			insertSelect(
				db,
				hardwareStock,
				{
					productId: id,
					...values,
					changes: sql`(${level(values.free, values.lowAt)}) > 0`,
					changedAt: now,
				},
				sql`where true`,
			).onConflictDoNothing(),
		);

	const theseOf = (which: Reservations): SQL => {
		if ("orderId" in which) return eq(stockReservations.orderId, which.orderId);
		if ("orderLineId" in which) return eq(stockReservations.orderLineId, which.orderLineId);
		const unpaid = orm
			.select({ id: orders.id })
			.from(orders)
			// The plus keeps SQLite from reading all unpaid orders.
			.where(and(eq(orders.userId, which.unpaidOf), sql`+${orders.state} = 'pending_payment'`));
		return inArray(stockReservations.orderId, unpaid);
	};

	return {
		/** The free pieces of those products that are counted. */
		async free(productIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
			const rows = await db.read(
				orm
					.select({ productId, free: sql<number>`${free}`.as("free_pieces") })
					.from(hardwareStock)
					.where(and(inArray(productId, [...productIds]), isNotNull(free))),
			);
			return new Map(rows.map((row) => [row.productId, row.free]));
		},

		/** The products that have sold out, with the number of this state. */
		async soldOut() {
			const rows = await db.read(
				orm
					.select({ productId, changes, isOut: sql<number>`coalesce(${free} <= 0, 0)`.as("is_out") })
					.from(hardwareStock)
					.orderBy(asc(productId)),
			);
			return {
				version: rows.reduce((sum, row) => sum + row.changes, 1),
				productIds: rows.flatMap((row) => (row.isOut ? [row.productId] : [])),
			};
		},

		/** The name of a product that is in the draft or in a planned version. Undefined if it is in neither. */
		async nameToCome(session: StaffSession, id: string, now: number): Promise<string | undefined> {
			const isAllowed = staffMay(session, "catalogue.edit", now);
			const ofVersion = sql<string | null>`(
				select value ->> '$.name' from json_each(${catalogVersions.content}, '$.hardware') where value ->> '$.id' = ${id}
			)`;
			const [drafts, versions] = await Promise.all([
				db.read(
					orm
						.select({ name: sql<string>`${catalogDraft.value} ->> '$.name'`.as("draft_name") })
						.from(catalogDraft)
						.where(and(isAllowed, eq(catalogDraft.key, `hardware:${id}`))),
				),
				db.read(
					orm
						.select({ name: ofVersion.as("planned_name") })
						.from(catalogVersions)
						.where(and(isAllowed, isNull(catalogVersions.cancelledAt), gt(catalogVersions.liveAt, now))),
				),
			]);
			return drafts[0]?.name ?? versions[0]?.name ?? undefined;
		},

		/** Every product that is counted or reserved. */
		async list(session: StaffSession, now: number): Promise<ProductStock[]> {
			const [counted, reservations] = await Promise.all([
				db.read(
					orm
						.select({ productId, free, lowAt, version: changedAt })
						.from(hardwareStock)
						.where(staffMay(session, "catalogue.view", now)),
				),
				db.read(
					orm
						.select({
							productId: stockReservations.productId,
							reserved: sql<number>`sum(${stockReservations.quantity})`.as("reserved_pieces"),
						})
						.from(stockReservations)
						.where(and(isReserved, staffMay(session, "catalogue.view", now)))
						.groupBy(stockReservations.productId),
				),
			]);
			const reserved = new Map(reservations.map((row) => [row.productId, row.reserved]));
			const ids = new Set([...counted.map((row) => row.productId), ...reserved.keys()]);
			return [...ids].map((id) => ({
				...(counted.find((row) => row.productId === id) ?? notCounted(id)),
				reserved: reserved.get(id) ?? 0,
			}));
		},

		/** Stale if fewer are free, also if other orders reserve some at the same time. */
		reserve: (line: {
			readonly id: string;
			readonly orderId: string;
			readonly productId: string;
			readonly quantity: number;
		}): Change => {
			const isTooFew = and(eq(productId, line.productId), sql`${free} < ${line.quantity}`);
			const row = {
				...{ orderLineId: line.id, orderId: line.orderId, productId: line.productId },
				...{ quantity: line.quantity, state: "reserved" as const },
			};
			return change(
				guarded(
					insertSelect(
						db,
						stockReservations,
						row,
						sql`where not exists (select 1 from ${hardwareStock} where ${isTooFew})`,
					),
				),
				write(setStock({ free: sql`${free} - ${line.quantity}` }, and(eq(productId, line.productId), isNotNull(free)))),
			);
		},

		/** Makes what is still reserved free again. */
		giveBack: (which: Reservations): Change => {
			const these = and(theseOf(which), sql`+${isReserved}`);
			const ids = orm.select({ id: stockReservations.productId }).from(stockReservations).where(these);
			const pieces = sql`(
				select sum(${stockReservations.quantity}) from ${stockReservations}
				where +${stockReservations.productId} = ${productId} and ${these}
			)`;
			return change(
				write(setStock({ free: sql`${free} + ${pieces}` }, and(isNotNull(free), inArray(productId, ids)))),
				write(orm.update(stockReservations).set({ state: "returned" }).where(these)),
			);
		},

		/** The goods have left. */
		send: (orderLineId: string): Change =>
			write(
				orm
					.update(stockReservations)
					.set({ state: "sent" })
					.where(and(eq(stockReservations.orderLineId, orderLineId), sql`+${isReserved}`)),
			),

		/** Adds or removes pieces. Stale if someone has changed it, or if there would be fewer than none. */
		add: (id: string, pieces: number, version: number, now: number): Change =>
			setByStaff(
				id,
				version,
				{ free: sql`${free} + ${pieces}` },
				now,
				and(isNotNull(free), sql`${nowOnShelf} + ${pieces} >= 0`),
			),

		/**
		 * Sets how many are on the shelf, with those for orders.
		 * @param seen how many the form showed. Stale if there are others by now. Null if they were not counted
		 */
		count: (id: string, counted: number, seen: number | null, version: number | null, now: number): Change => {
			const rest = (product: SQLWrapper) => sql`${counted} - ${reservedOf(product)}`;
			if (version === null) return insertByStaff(id, { free: rest(sql`${id}`), lowAt: sql`null` }, now);
			const isSeen = seen === null ? isNull(free) : sql`${nowOnShelf} = ${seen}`;
			return setByStaff(id, version, { free: rest(productId) }, now, isSeen);
		},

		/** Stale if it is not counted. */
		stopCounting: (id: string, version: number, now: number): Change =>
			setByStaff(id, version, { free: sql`null` }, now, isNotNull(free)),

		/** As if no one had ever counted them. */
		forget: (ids: readonly string[], now: number): Change =>
			write(
				setStock(
					{ free: sql`null`, lowAt: sql`null`, changedAt: sql`max(${now}, ${changedAt} + 1)` },
					inArray(productId, [...ids]),
				),
			),

		setLowAt: (id: string, pieces: number | null, version: number | null, now: number): Change =>
			version === null
				? insertByStaff(id, { free: sql`null`, lowAt: sql`${pieces}` }, now)
				: setByStaff(id, version, { lowAt: sql`${pieces}` }, now),

		/** Puts each product that has sold out or run low in the queue of the desk, once for each time. */
		reportLow: (now: number): Change =>
			reportNew(
				db,
				{
					kind: "stock",
					subject: sql`${productId} || ':' || ${changes}`,
					dueAt: sql`${now + mayWaitMs.stock}`,
				},
				sql`from ${hardwareStock} where ${or(sql`${free} <= 0`, sql`${free} <= ${lowAt}`)}`,
				now,
			),
	};
}
