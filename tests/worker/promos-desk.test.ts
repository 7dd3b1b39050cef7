import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { changePromoSchema, newPromoSchema } from "~/features/catalog-desk/promos-desk.schema";
import { promoView } from "~/features/catalog-desk/promos-view";
import { DAY, HOUR } from "~/lib/durations";
import { parse } from "~/lib/parse";
import { action as promosAction } from "~/routes/desk/promos";
import { testServices } from "../support/factories";
import { aCheckout, aName, registration } from "../support/orders";
import { aSignedInMember, deskArgs } from "../support/staff";

let next = 1;
const fields = (more: Record<string, string> = {}) => ({
	...{ promo: `desk-${next++}-${Math.random().toString(36).slice(2, 7)}`, kind: "percent", value: "12.5" },
	...{ until: new Date(Date.now() + DAY).toISOString().slice(0, 10), maxUses: "", maxUsesPerCustomer: "1", ...more },
});

async function create(more: Record<string, string> = {}, roles: Parameters<typeof aSignedInMember>[0] = ["catalogue"]) {
	const services = testServices();
	const { session } = await aSignedInMember(roles);
	const input = parse(newPromoSchema, fields(more));
	if (!input.ok) return { input, session, services };
	return { input, session, services, created: await services.promosDesk.create(session, input.value) };
}

const find = (services: ReturnType<typeof testServices>, code: string) =>
	services.cart.quote({ items: [], promo: code, currency: "KES" });

test("a code that staff create applies in the cart at once, and not after they have ended it", async () => {
	const { input, created, session, services } = await create();
	if (!input.ok) throw new Error(input.error.message);
	const { promo: code } = input.value;
	expect(created).toMatchObject({ ok: true });
	expect((await find(services, code.toLowerCase())).promo).toMatchObject({ percentBasisPoints: 1_250 });
	expect(await services.promosDesk.end(session, code, "Over")).toEqual({ ok: true, value: null });
	const ended = await find(testServices(), code);
	expect([ended.promo, ended.problems[0]?.message]).toEqual([null, `The promo code ${code} has expired.`]);
	expect((await services.promosDesk.end(session, code, "Again")).ok).toBe(false);
	const { results } = await env.DB.prepare("select kind from audit_log where subject_id = ? order by at")
		.bind(code)
		.all();
	expect(results.map(({ kind }) => kind).sort()).toEqual(["promo.created", "promo.ended"]);
});

test("a code is created once, and only with the permission", async () => {
	const { input } = await create();
	if (!input.ok) throw new Error(input.error.message);
	const again = await create({ promo: input.value.promo });
	expect(again.created).toMatchObject({ ok: false, error: { fields: { promo: expect.any(String) } } });
	for (const role of ["support", "finance", "read-only"] as const)
		expect((await create({}, [role])).created?.ok, role).toBe(false);
});

test.each([
	[{ promo: "A" }, "promo"],
	[{ promo: "TEN OFF" }, "promo"],
	[{ value: "0" }, "value"],
	[{ value: "101" }, "value"],
	[{ value: "-5" }, "value"],
	[{ value: "1e9", kind: "KES" }, "value"],
	[{ until: "soon" }, "until"],
	[{ from: "soon" }, "from"],
	[{ from: "2031-01-01", until: "2030-12-31" }, "until"],
	[{ maxUses: "0" }, "maxUses"],
	[{ maxUses: "1.5" }, "maxUses"],
	[{ kind: "free" }, "kind"],
])("%o is refused for its field", async (more, field) => {
	const { input } = await create(more as unknown as Record<string, string>);
	expect(input).toMatchObject({ ok: false, error: { fields: { [field]: expect.any(String) } } });
});

test("a code whose last day is over is refused", async () => {
	const { created } = await create({ until: "2026-01-01" });
	expect(created).toMatchObject({ ok: false, error: { fields: { until: expect.any(String) } } });
});

test("a code is refused in the cart and at checkout before its first day, with the day, and applies from then", async () => {
	const { input, created } = await create({ from: "2031-03-01", until: "2031-03-31" });
	if (!input.ok) throw new Error(input.error.message);
	const { promo: code } = input.value;
	const start = Date.parse("2031-03-01T00:00+03:00");
	expect(created).toEqual({ ok: true, value: { startsAt: start } });
	const at = (now: number) => testServices({ clock: () => now });
	const early = await find(at(start - 1), code);
	expect([early.promo, early.problems[0]?.message]).toEqual([null, `The promo code ${code} is valid from 1 Mar 2031.`]);
	const { user, input: order } = await aCheckout(testServices(), { items: [registration(aName("com"))] });
	expect(await testServices().orders.place(user, { ...order, promo: code })).toMatchObject({ ok: false });
	expect((await find(at(start), code)).promo).toMatchObject({ code });
	expect((await find(at(Date.parse("2031-04-01T00:00+03:00")), code)).problems[0]?.message).toContain("has expired");
	const past = await create({ from: "2026-01-01" });
	expect(past.created).toMatchObject({ ok: false, error: { fields: { from: expect.any(String) } } });
});

test("a changed code applies at once, and of two people who change it at the same time one is told", async () => {
	const { input, session, services } = await create({ maxUses: "5" });
	if (!input.ok) throw new Error(input.error.message);
	const { promo: code } = input.value;
	const row = async () => {
		const [found] = (await services.promosDesk.list(session, { q: code, after: undefined })).items.filter(
			(one) => one.code === code,
		);
		if (!found) throw new Error("The code is not in the list");
		return promoView(found, Date.now(), await services.catalogDesk.prices(session));
	};
	const { fields: shown, seen } = await row();
	const change = async (more: Record<string, string>, mark = seen, by = session) => {
		const sent = parse(changePromoSchema, { ...shown, promo: code, seen: mark, reason: "Longer", ...more });
		return sent.ok ? services.promosDesk.change(by, sent.value) : sent;
	};
	expect(await change({}), "nothing different").toMatchObject({ ok: false, error: { kind: "conflict" } });
	expect(await change({ value: "20", until: "2031-12-31" })).toEqual({ ok: true, value: null });
	expect((await find(services, code)).promo).toMatchObject({ percentBasisPoints: 2_000 });
	expect(await row()).toMatchObject({ fields: { ...shown, value: "20", until: "2031-12-31" }, state: "valid" });
	expect(await change({ value: "30" })).toMatchObject({ ok: false, error: { code: "changed_meanwhile" } });
	const { seen: now } = await row();
	const other = await aSignedInMember(["support"]);
	expect(await change({ value: "30" }, now, other.session)).toMatchObject({ ok: false });

	await env.DB.prepare("update promo_codes set uses = 3 where code = ?").bind(code).run();
	expect(await change({ value: "20", maxUses: "2" }, now)).toMatchObject({
		error: { fields: { maxUses: expect.stringContaining("3 times") } },
	});
	expect(await change({ value: "20", maxUses: "3" }, now)).toEqual({ ok: true, value: null });
	expect((await row()).state).toBe("spent");
	const { results } = await env.DB.prepare(
		"select params from audit_log where subject_id = ? and kind = 'promo.changed'",
	)
		.bind(code)
		.all<{ params: string }>();
	expect(results[0]?.params).toContain('"label":"Discount","before":"12.5%","after":"20%"');
});

test("a code that was ended is offered again from its form, also until the day on which it ended", async () => {
	const { input, session, services } = await create();
	if (!input.ok) throw new Error(input.error.message);
	const { promo: code } = input.value;
	const today = new Date(Date.now() + 3 * HOUR).toISOString().slice(0, 10);
	const row = async () => {
		const { items } = await services.promosDesk.list(session, { q: code, after: undefined });
		if (!items[0]) throw new Error("The code is not in the list");
		return promoView(items[0], Date.now(), await services.catalogDesk.prices(session));
	};
	const change = async (until: string) => {
		const { fields: shown, seen } = await row();
		const sent = parse(changePromoSchema, { ...shown, promo: code, seen, reason: "Sold again", until });
		return sent.ok ? services.promosDesk.change(session, sent.value) : sent;
	};
	expect(await services.promosDesk.end(session, code, "Over")).toMatchObject({ ok: true });
	expect(await row(), "no last day is filled in that would open it by accident").toMatchObject({
		state: "ended",
		fields: { until: "" },
	});
	expect(await change("")).toMatchObject({ error: { fields: { until: expect.any(String) } } });
	const yesterday = new Date(Date.parse(today) - DAY).toISOString().slice(0, 10);
	expect(await change(yesterday)).toMatchObject({ ok: false });
	expect(await change(today)).toEqual({ ok: true, value: null });
	expect(await row()).toMatchObject({ state: "valid", fields: { until: today } });
	expect((await find(testServices(), code)).promo).toMatchObject({ code });
	const log = await env.DB.prepare("select params from audit_log where subject_id = ? and kind = 'promo.changed'")
		.bind(code)
		.first<{ params: string }>();
	expect(JSON.parse(log?.params ?? "").changes, "when it had ended").toMatchObject([
		{ label: "Last day", before: expect.stringMatching(/\d:\d\d/) },
	]);
});

test("a form about a code that is refused keeps what was typed", async () => {
	const { cookie } = await aSignedInMember(["catalogue"]);
	const form = { intent: "create", ...fields({ promo: "kept", value: "none" }) };
	const answer = await promosAction(deskArgs({ cookie, address: "/desk/catalogue/promos", form }) as never);
	expect(answer).toMatchObject({ data: { values: { promo: ["kept"], value: ["none"] } }, init: { status: 400 } });
});

test("the list has every code, on pages without gaps or repetitions", async () => {
	const { promosDesk } = testServices();
	const { session } = await aSignedInMember(["read-only"]);
	const prefix = `PAGE${Math.random().toString(36).slice(2, 7).toUpperCase()}`;
	await env.DB.prepare(
		`with recursive n(i) as (select 1 union all select i + 1 from n where i < 230)
		insert into promo_codes (code, percent_basis_points, starts_at, ends_at) select ?1 || i, 1000, 1, 5000 + i / 3 from n`,
	)
		.bind(prefix)
		.run();
	const codes: string[] = [];
	for (let after: string | undefined; ; ) {
		const { items, next } = await promosDesk.list(session, { q: prefix.toLowerCase(), after });
		codes.push(...items.map(({ code }) => code));
		if (next === null) break;
		after = next;
	}
	expect(codes.filter((code) => code.startsWith(prefix))).toHaveLength(230);
	expect(new Set(codes).size).toBe(codes.length);
});

test("a code that brings prices below cost is created or changed only once its losses were seen", async () => {
	await env.DB.exec("delete from product_costs");
	const { member, session } = await aSignedInMember(["catalogue"]);
	const services = testServices();
	const editor = { session, member: { name: member.name } };
	// Ksh 1,500 a year.
	await services.catalogDesk.saveCosts(editor, "addon:addon-ssl", null, new Map([["cost.annual", "1,300"]]));
	// 15% off is Ksh 1,275.
	const sent = fields({ value: "15", until: "2031-12-31" });
	const create = async (more: Record<string, string>) => {
		const input = parse(newPromoSchema, { ...sent, ...more });
		if (!input.ok) throw new Error(input.error.message);
		return services.promosDesk.create(session, input.value);
	};
	const refused = {
		...{ kind: "conflict", code: "below_cost", details: ["Premium SSL: A year Ksh 25 below cost."] },
		message: "With this code, 1 product can be ordered below cost.",
	};
	expect(await create({})).toEqual({ ok: false, error: refused });
	expect(
		await create({ value: "16", belowCost: "percent 15" }),
		"another discount than the accepted one",
	).toMatchObject({
		ok: false,
		error: { details: ["Premium SSL: A year Ksh 40 below cost."] },
	});
	expect(await create({ kind: "KES", value: "200.50" })).toMatchObject({
		ok: false,
		error: { details: ["Premium SSL: A year Ksh 0.50 below cost."] },
	});
	expect(await create({ kind: "USD", value: "2" })).toMatchObject({ ok: false, error: { code: "below_cost" } });
	expect(await create({ belowCost: "percent 15" })).toMatchObject({ ok: true });

	const row = async () => {
		const { items } = await services.promosDesk.list(session, { q: sent.promo.toUpperCase(), after: undefined });
		if (!items[0]) throw new Error("The code is not in the list");
		return promoView(items[0], Date.now(), await services.catalogDesk.prices(session));
	};
	const { losses, seen, fields: shown } = await row();
	expect(losses).toEqual(["Premium SSL: A year Ksh 25 below cost."]);
	const change = async (more: Record<string, string>) => {
		const input = parse(changePromoSchema, { ...shown, promo: sent.promo, seen, reason: "Longer", ...more });
		return input.ok ? services.promosDesk.change(session, input.value) : input;
	};
	expect(await change({ value: "20" })).toMatchObject({ ok: false, error: { code: "below_cost" } });
	expect(await change({ until: "2032-01-31" }), "a later day loses nothing more").toMatchObject({ ok: true });
	await env.DB.exec("delete from product_costs");
	expect((await row()).losses).toEqual([]);
});
