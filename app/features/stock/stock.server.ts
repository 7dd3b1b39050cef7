import { audit, type Change, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { findProduct } from "~/features/catalog/catalog";
import { done, type Outcome } from "~/features/outbox/outbox";
import type { Published } from "~/features/publishing/published.server";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { logger } from "~/lib/log.server";
import { fail, failField, ok, type Result } from "~/lib/result";
import type { ContentStore } from "~/platform/content-store/content-store";
import { nothingSoldOut, onShelf, type ProductStock, type SoldOut } from "./stock";
import { createStockRepo } from "./stock.repo.server";
import type { AddStock, CountStock, LowStock, StopCounting } from "./stock.schema";
import { stockChanged } from "./stock-changes.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly stockStore: ContentStore;
	readonly stockMemory: Published<SoldOut>;
	waitUntil(work: Promise<unknown>): void;
}

export type Stock = ReturnType<typeof createStock>;

/** How many pieces of hardware there are. What staff change applies at once, without a version of the catalogue. */
export function createStock({ db, clock, stockStore, stockMemory, waitUntil }: Dependencies) {
	const repo = createStockRepo(db);

	const readSoldOut = async (): Promise<SoldOut> => {
		const { version, productIds } = await repo.soldOut();
		return { version, productIds: new Set(productIds) };
	};

	/** Also of a product that is not published yet, so that its pieces are counted before customers can order them. */
	const nameOf = async (session: StaffSession, productId: string, now: number): Promise<string | undefined> => {
		const product = findProduct(productId);
		return product?.kind === "hardware" ? product.name : repo.nameToCome(session, productId, now);
	};

	/** Commits what someone at the desk does. */
	async function save(
		session: StaffSession,
		productId: string,
		entry: { readonly recorded: (name: string) => Change; readonly changed: Change },
		/** How many pieces it takes from the shelf. */
		taken?: number,
	): Promise<Result<null>> {
		const now = clock();
		const name = await nameOf(session, productId, now);
		if (name === undefined) return fail("not_found", "There is no such product.");
		const { state } = await db.commit(change(entry.recorded(name), entry.changed, stockChanged(db, now)), now);
		if (state === "ok") return ok(null);
		const current = (await repo.list(session, clock())).find((one) => one.productId === productId);
		const shelf = current ? onShelf(current) : null;
		if (taken !== undefined && shelf !== null && taken > shelf)
			return failField("pieces", shelf === 0 ? "None is on the shelf." : `Only ${onShelfText(shelf)}.`);
		return fail("conflict", `The stock has changed in the meantime. ${inWords(current)} Check it and send again.`, {
			code: "changed_meanwhile",
		});
	}

	const subjectOf = (productId: string) => ({ type: "catalogue", id: `hardware:${productId}` });

	return {
		/** The free pieces of those products that are counted, for carts and orders. */
		free: repo.free,

		/** Every product that is counted or reserved, for the desk. */
		list: (session: StaffSession) => repo.list(session, clock()),

		/** Adds or removes pieces, for example after a delivery. */
		add: (session: StaffSession, productId: string, { version, pieces, reason }: AddStock) =>
			version === null
				? Promise.resolve(failField("pieces", "Count the pieces first."))
				: save(
						session,
						productId,
						{
							recorded: (product) =>
								audit(session, "catalogue.edit", {
									...{ kind: "stock.added", subject: subjectOf(productId), params: { product, pieces }, reason },
								}),
							changed: repo.add(productId, pieces, version, clock()),
						},
						-pieces,
					),

		/** Sets how many are on the shelf, with those that orders have reserved. */
		count: (session: StaffSession, productId: string, { version, seen, counted, reason }: CountStock) =>
			save(session, productId, {
				recorded: (product) =>
					audit(session, "catalogue.edit", {
						...{ kind: "stock.counted", subject: subjectOf(productId), reason },
						params: { product, counted, before: seen },
					}),
				changed: repo.count(productId, counted, seen, version, clock()),
			}),

		/** From then on any number can be ordered. */
		stopCounting: (session: StaffSession, productId: string, { version, reason }: StopCounting) =>
			save(session, productId, {
				recorded: (product) =>
					audit(session, "catalogue.edit", {
						...{ kind: "stock.not_counted", subject: subjectOf(productId), params: { product }, reason },
					}),
				changed: repo.stopCounting(productId, version ?? 0, clock()),
			}),

		/** At how many free pieces staff are told. Null: only when none is left. */
		setLowAt: (session: StaffSession, productId: string, { version, lowAt }: LowStock) =>
			save(session, productId, {
				recorded: (product) =>
					audit(session, "catalogue.edit", {
						...{ kind: "stock.low_at", subject: subjectOf(productId), params: { product, pieces: lowAt } },
					}),
				changed: repo.setLowAt(productId, lowAt, version, clock()),
			}),

		/** What has sold out, for the public pages. At most a minute old. If nothing answers, nothing has sold out. */
		async soldOut(): Promise<SoldOut> {
			try {
				const sources = { store: stockStore, fromDatabase: readSoldOut, now: clock(), waitUntil };
				return await stockMemory.current(sources);
			} catch (error) {
				logger.error("content_unavailable", { operation: "stock", error });
				return nothingSoldOut;
			}
		},

		/** Writes what has sold out to the store that every location reads. Safe to repeat. */
		async distribute(): Promise<Outcome> {
			for (let attempt = 1; attempt <= 3; attempt += 1) {
				const { version, productIds } = await repo.soldOut();
				if (version === nothingSoldOut.version) return done;
				await stockStore.write(version, JSON.stringify(productIds));
				await stockStore.publish(version);
				// Another delivery may have published a newer state before this one.
				if ((await repo.soldOut()).version === version) return done;
			}
			return { state: "failed", reason: "The stock changes too often" };
		},
	};
}

const onShelfText = (pieces: number): string => `${pieces} ${pieces === 1 ? "is" : "are"} on the shelf`;

/** What is on the shelf now. */
function inWords(stock: ProductStock | undefined): string {
	const shelf = stock ? onShelf(stock) : null;
	return shelf === null
		? "It is not counted now."
		: `Now ${onShelfText(shelf)}, ${stock?.reserved ?? 0} of them for orders.`;
}
