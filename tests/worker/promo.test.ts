import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { change, write } from "~/db/change.server";
import { createDatabase } from "~/db/client.server";
import { orders, promoCodes, promoRedemptions } from "~/db/schema";
import { redeem, release } from "~/features/cart/promo.repo.server";
import { createPromos } from "~/features/cart/promo.server";
import { createId } from "~/lib/ids";
import { aCustomer } from "../support/factories";
import { aPromo } from "../support/promo";

const db = createDatabase(env.DB);
const promos = createPromos({ db, clock: Date.now });

async function judge(code: string, { currency = "KES" as "KES" | "USD", userId = null as string | null } = {}) {
	const result = await promos.find(code, { currency, owner: userId === null ? null : { userId } });
	return result.ok ? result.value : result.error.code;
}

/** Places an order with the code, as one batch. */
async function order(code: string, userId: string): Promise<string> {
	const now = Date.now();
	const orderId = createId("ord");
	const amounts = { currency: "KES" as const, subtotal: 0, discount: 0, tax: 0, shipping: 0, total: 0 };
	const contact = {
		firstName: "A",
		lastName: "B",
		email: "a@b.co",
		phone: "+254700000000",
		address: "-",
		city: "-",
		country: "Kenya",
	};
	const inserted = db.orm.insert(orders).values({
		id: orderId,
		userId,
		idempotencyKey: orderId,
		requestHash: "",
		state: "pending_payment",
		...amounts,
		contact,
		createdAt: now,
	});
	const { state } = await db.commit(change(write(inserted), redeem(db, { code, orderId, userId, now })), now);
	if (state !== "ok") throw new Error(state);
	return orderId;
}

const usesOf = async (code: string) =>
	(await db.read(db.orm.select().from(promoCodes).where(eq(promoCodes.code, code))))[0]?.uses;
const redemptionsOf = (code: string) =>
	db.read(db.orm.select().from(promoRedemptions).where(eq(promoRedemptions.code, code)));

test("a code is found however it is typed, and takes off its share or amount", async () => {
	await aPromo({ code: "SHARE" });
	await aPromo({ code: "FIXED", amount: 50_000, currency: "KES" });
	expect(await judge(" share ")).toEqual({ code: "SHARE", percentBasisPoints: 1_000, amount: null });
	expect(await judge("fixed")).toEqual({
		code: "FIXED",
		percentBasisPoints: null,
		amount: { amount: 50_000, currency: "KES" },
	});
	expect(await judge("fixed", { currency: "USD" })).toBe("currency");
});

test("an unknown, early, expired or used-up code is refused with its reason", async () => {
	const now = Date.now();
	await aPromo({ code: "EARLY", startsAt: now + 60_000 });
	await aPromo({ code: "LATE", endsAt: now });
	await aPromo({ code: "SPENT", maxUses: 3, uses: 3 });
	for (const [code, reason] of [
		["NOBODY", "unknown"],
		["EARLY", "not_yet"],
		["LATE", "expired"],
		["SPENT", "spent"],
		["'; drop table promo_codes; --", "unknown"],
		["%", "unknown"],
	] as const) {
		expect(await judge(code)).toBe(reason);
	}
});

test("of fifty orders at the same time with a code for one use, one is placed", async () => {
	await aPromo({ code: "ONCE", maxUses: 1 });
	const { id } = await aCustomer();
	const results = await Promise.allSettled(Array.from({ length: 50 }, () => order("ONCE", id)));
	const failed = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
	expect(failed).toHaveLength(49);
	expect(failed.map((reason) => reason.message)).toEqual(failed.map(() => "stale"));
	expect([await usesOf("ONCE"), (await redemptionsOf("ONCE")).length]).toEqual([1, 1]);
	expect(await db.read(db.orm.select().from(orders).where(eq(orders.userId, id)))).toHaveLength(1);
	expect(await judge("ONCE")).toBe("spent");
});

test("a customer can use a code as often as it allows, independent of others", async () => {
	await aPromo({ code: "EACH", maxUsesPerCustomer: 2 });
	const [one, two] = await Promise.all([aCustomer(), aCustomer()]);
	const results = await Promise.allSettled(Array.from({ length: 8 }, () => order("EACH", one.id)));
	expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
	expect(await judge("EACH", { userId: one.id })).toBe("used_by_customer");
	expect(await judge("EACH", { userId: two.id })).toMatchObject({ code: "EACH" });
	await order("EACH", two.id);
	expect(await usesOf("EACH")).toBe(3);
});

test("an expired or unknown code rolls back the whole order", async () => {
	const { id } = await aCustomer();
	await aPromo({ code: "GONE", endsAt: Date.now() - 1 });
	for (const code of ["GONE", "NEVER"]) await expect(order(code, id)).rejects.toThrow("stale");
	expect(await db.read(db.orm.select().from(orders).where(eq(orders.userId, id)))).toEqual([]);
});

test("a cancelled order returns its use, once", async () => {
	await aPromo({ code: "BACK", maxUses: 1 });
	const { id } = await aCustomer();
	const orderId = await order("BACK", id);
	await db.commit(release(db, orderId), Date.now());
	await db.commit(release(db, orderId), Date.now());
	expect([await usesOf("BACK"), (await redemptionsOf("BACK")).length]).toEqual([0, 0]);
	await order("BACK", id);
	expect(await usesOf("BACK")).toBe(1);
});
