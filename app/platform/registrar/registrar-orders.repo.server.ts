import { and, eq, inArray, isNull, lte, ne, or } from "drizzle-orm";
import { type Change, change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { reportProblem, resolveProblem } from "~/db/problems.server";
import { registrarContacts, registrarContactUses, registrarOrders, registrarProblems } from "~/db/schema";
import { DAY, MINUTE } from "~/lib/durations";
import type { RegistrarAccount, RegistrarProblem } from "./registrar-orders";

/** Need a person. */
const staffProblems: readonly RegistrarProblem[] = ["blocked", "credentials", "contract", "balance"];

/** Longer than a registrar works on a renewal. */
const givenUpMs = 3 * DAY;

export type StoredOrder = typeof registrarOrders.$inferSelect;
type NewOrder = Pick<StoredOrder, "opId" | "name" | "kind" | "currentExpiry">;

/** Our state at a registrar. Times in ms. */
export function createRegistrarOrdersRepo(db: Database, registrar: RegistrarAccount) {
	const { orm } = db;
	const thisRegistrar = eq(registrarProblems.registrar, registrar);
	const problemOf = (problem: RegistrarProblem) => ({ kind: "registrar", subject: `${registrar} ${problem}` }) as const;
	const thisOrder = (opId: string) => eq(registrarOrders.opId, opId);

	const used = (contactHash: string, name: string, usedAt: number): Change =>
		write(
			orm
				.insert(registrarContactUses)
				.values({ registrar, contactHash, name, usedAt })
				.onConflictDoUpdate({
					target: [registrarContactUses.registrar, registrarContactUses.contactHash, registrarContactUses.name],
					set: { usedAt },
				}),
		);

	async function order(opId: string): Promise<StoredOrder | undefined> {
		const [row] = await db.read(orm.select().from(registrarOrders).where(thisOrder(opId)));
		return row;
	}

	return {
		async problem() {
			const [row] = await db.read(
				orm.select().from(registrarProblems).where(eq(registrarProblems.registrar, registrar)),
			);
			return row;
		},

		/**
		 * Stops calls until `retryAt`. Reports a problem that needs a person. Repeats of the same problem only move
		 * `retryAt`.
		 */
		async stop(problem: RegistrarProblem, retryAt: number, now: number): Promise<void> {
			const started = { registrar, problem, since: now, retryAt } as const;
			const begins = guarded(
				orm
					.insert(registrarProblems)
					.values(started)
					.onConflictDoUpdate({
						target: registrarProblems.registrar,
						set: started,
						// A wait does not replace a problem that needs a person.
						setWhere: and(
							ne(registrarProblems.problem, problem),
							problem === "busy" ? lte(registrarProblems.retryAt, now) : undefined,
						),
					}),
			);
			const alert = (since: number) =>
				problem !== "busy" && reportProblem(db, { ...problemOf(problem), about: { registrar, problem, since } }, now);
			const { state } = await db.commit(change(begins, alert(now)), now);
			if (state === "ok") return;
			const [found] = await db.read(orm.select().from(registrarProblems).where(thisRegistrar));
			const repeats = and(thisRegistrar, eq(registrarProblems.problem, problem));
			const moved = write(orm.update(registrarProblems).set({ retryAt }).where(repeats));
			await db.commit(change(moved, found?.problem === problem && alert(found.since)), now);
		},

		/** Lets one call check whether the problem is over. False if another call does. */
		async tryAgain(retryAt: number, now: number): Promise<boolean> {
			const due = and(eq(registrarProblems.registrar, registrar), lte(registrarProblems.retryAt, now));
			const { state } = await db.commit(guarded(orm.update(registrarProblems).set({ retryAt }).where(due)), now);
			return state === "ok";
		},

		async resume(now: number): Promise<void> {
			const over = staffProblems.map((problem) => resolveProblem(db, problemOf(problem), now));
			await db.commit(change(write(orm.delete(registrarProblems).where(thisRegistrar)), ...over), now);
		},

		order,

		/** The order with this id, stored if it is new. Undefined if another order has its renewal or restore. */
		async begin(added: NewOrder, now: number): Promise<StoredOrder | undefined> {
			const row = { ...added, registrar, createdAt: now } as const;
			await db.commit(write(orm.insert(registrarOrders).values(row).onConflictDoNothing()), now);
			return order(added.opId);
		},

		/** Removes the order that has the renewal or restore, if it was given up: sent long ago, or begun and never sent. */
		async release({ name, kind, currentExpiry }: NewOrder, now: number): Promise<void> {
			const which = and(
				eq(registrarOrders.registrar, registrar),
				eq(registrarOrders.name, name),
				eq(registrarOrders.kind, kind),
				eq(registrarOrders.currentExpiry, currentExpiry ?? 0),
				or(
					and(isNull(registrarOrders.sentAt), lte(registrarOrders.createdAt, now - 10 * MINUTE)),
					lte(registrarOrders.sentAt, now - givenUpMs),
				),
			);
			await db.commit(write(orm.delete(registrarOrders).where(which)), now);
		},

		/** Removes an order that was refused, so that another can take its place. */
		async forget(opId: string, now: number): Promise<void> {
			await db.commit(write(orm.delete(registrarOrders).where(thisOrder(opId))), now);
		},

		/** Removes the registration and transfer of a name that is deleted, so that it can be ordered again. */
		async releaseName(name: string, now: number): Promise<void> {
			const which = and(
				eq(registrarOrders.registrar, registrar),
				eq(registrarOrders.name, name),
				inArray(registrarOrders.kind, ["register", "transfer"]),
				eq(registrarOrders.currentExpiry, 0),
			);
			await db.commit(write(orm.delete(registrarOrders).where(which)), now);
		},

		/** @throws if another run sends it, or another order has taken its place */
		async markSent({ opId, sentAt }: StoredOrder, now: number): Promise<void> {
			const unchanged = sentAt === null ? isNull(registrarOrders.sentAt) : eq(registrarOrders.sentAt, sentAt);
			const marked = guarded(
				orm
					.update(registrarOrders)
					.set({ sentAt: now })
					.where(and(thisOrder(opId), unchanged)),
			);
			if ((await db.commit(marked, now)).state !== "ok") throw new Error(`Another run has sent the order ${opId}`);
		},

		/** Records what happened to an order that was marked as sent: it was accepted, or not even processed. */
		async recordSent({ opId, sentAt }: StoredOrder, result: "accepted" | "unsent", now: number): Promise<void> {
			const fields = result === "accepted" ? { accepted: 1 } : { sentAt };
			await db.commit(write(orm.update(registrarOrders).set(fields).where(thisOrder(opId))), now);
		},

		/** The handle of a contact, which is then used for this name. Undefined if there is none yet. */
		async handle(contactHash: string, name: string, now: number): Promise<string | undefined> {
			const which = and(eq(registrarContacts.registrar, registrar), eq(registrarContacts.contactHash, contactHash));
			const [found] = await db.read(orm.select().from(registrarContacts).where(which));
			if (found) await db.commit(used(contactHash, name, now), now);
			return found?.handle;
		},

		async forgetHandle(contactHash: string, now: number): Promise<void> {
			const which = and(eq(registrarContacts.registrar, registrar), eq(registrarContacts.contactHash, contactHash));
			await db.commit(write(orm.delete(registrarContacts).where(which)), now);
		},

		async keepHandle(contactHash: string, handle: string, name: string, now: number): Promise<void> {
			const row = { registrar, contactHash, handle, createdAt: now } as const;
			const kept = write(orm.insert(registrarContacts).values(row).onConflictDoNothing());
			await db.commit(change(kept, used(contactHash, name, now)), now);
		},
	};
}

export type RegistrarOrdersRepo = ReturnType<typeof createRegistrarOrdersRepo>;
