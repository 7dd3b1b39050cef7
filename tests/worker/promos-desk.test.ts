import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newPromoSchema } from "~/features/catalog-desk/promos-desk.schema";
import { DAY } from "~/lib/durations";
import { parse } from "~/lib/parse";
import { testServices } from "../support/factories";
import { aSignedInMember } from "../support/staff";

let next = 1;
const fields = (more: Record<string, string> = {}) => ({
	...{ code: `desk-${next++}-${Math.random().toString(36).slice(2, 7)}`, kind: "percent", value: "12.5" },
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
	const { code } = input.value;
	expect(created).toEqual({ ok: true, value: null });
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
	const again = await create({ code: input.value.code });
	expect(again.created).toMatchObject({ ok: false, error: { fields: { code: expect.any(String) } } });
	for (const role of ["support", "finance", "read-only"] as const)
		expect((await create({}, [role])).created?.ok, role).toBe(false);
});

test.each([
	[{ code: "A" }, "code"],
	[{ code: "TEN OFF" }, "code"],
	[{ value: "0" }, "value"],
	[{ value: "101" }, "value"],
	[{ value: "-5" }, "value"],
	[{ value: "1e9", kind: "KES" }, "value"],
	[{ until: "soon" }, "until"],
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
		const { items, next } = await promosDesk.list(session, { after });
		codes.push(...items.map(({ code }) => code));
		if (next === null) break;
		after = next;
	}
	expect(codes.filter((code) => code.startsWith(prefix))).toHaveLength(230);
	expect(new Set(codes).size).toBe(codes.length);
});
