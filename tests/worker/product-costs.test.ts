import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { changesView, entryRows, entryView } from "~/features/catalog-desk/catalog-view";
import { draftMark } from "~/features/catalog-desk/draft";
import { markupFormSchema } from "~/features/catalog-desk/markup";
import type { Role } from "~/features/staff/permissions";
import { parse } from "~/lib/parse";
import { testServices } from "../support/factories";
import { aPromo } from "../support/promo";
import { aSignedInMember } from "../support/staff";

beforeEach(async () => {
	for (const table of [
		...["catalog_versions", "catalog_draft", "product_costs", "promo_codes", "settings"],
		...["registrar_costs", "registrar_accounts"],
	])
		await env.DB.exec(`delete from ${table}`);
});

/** Someone at the desk who enters costs and changes prices. */
async function anEditor(role: Role = "catalogue") {
	const { catalogDesk, promosDesk } = testServices();
	const { member, session } = await aSignedInMember([role]);
	const editor = { session, member: { name: member.name } };
	const enter = (key: string, texts: Record<string, string>, version: number | null = null) =>
		catalogDesk.saveCosts(editor, key, version, new Map(Object.entries(texts)));
	const draft = () => catalogDesk.draft(session);
	const save = async (key: string, fields: Record<string, string>) =>
		catalogDesk.save(editor, key, entryView(await draft(), key)?.version ?? "", new Map(Object.entries(fields)));
	const changes = async () => changesView(await draft(), await promosDesk.open(session));
	return { catalogDesk, editor, name: member.name, enter, save, draft, changes };
}

const done = { ok: true, value: null };

test("a cost that staff enter shows the margin at once, on the page and in the list", async () => {
	const { enter, draft, name } = await anEditor();
	expect(await enter("plan:plan-starter", { "cost.monthly": "700", "cost.annual": "8,250.50" })).toEqual(done);
	const found = await draft();
	expect(found.changes).toEqual([]);
	expect(entryView(found, "plan:plan-starter")?.cost).toMatchObject({
		margins: [
			{ name: "A month", cost: "Ksh 700", margin: "Ksh 300 (30%)", isLoss: false },
			{ name: "A year", cost: "Ksh 8,250.50", margin: "Ksh 1,749.50 (17%)", isLoss: false },
		],
		losses: [],
		form: { currency: "KES", entered: expect.stringContaining(`Entered by ${name}`) },
	});
	const rows = entryRows(found, [], { kind: "plan", q: "plan-starter" }, Date.now());
	expect(rows).toMatchObject([
		{ costs: ["Ksh 700", "Ksh 8,250.50"], margins: ["Ksh 300 (30%)", "Ksh 1,749.50 (17%)"] },
	]);
	const { results } = await env.DB.prepare("select params from audit_log where kind = 'catalogue.cost'").all();
	expect(String(results[0]?.params)).toContain("KES 8250.50");
});

test("a cost in dollars is compared at the exchange rate of the draft, and what falls below is listed before a publish", async () => {
	const { enter, save, changes } = await anEditor();
	// Ksh 69,900.
	const key = "hardware:hardware-pos-terminal";
	expect(await enter(key, { currency: "USD", "cost.once": "100" })).toEqual(done);
	expect((await changes()).belowCost).toEqual([]);
	await save("rules", { shillingsPerDollar: "5000" });
	expect((await changes()).belowCost).toMatchObject([{ id: key, isChanged: false, losses: [expect.any(String)] }]);
	await save(key, { "prices.once.KES": "1,000" });
	const [loss] = (await changes()).belowCost;
	expect(loss).toMatchObject({
		isChanged: true,
		losses: ["Price: Ksh 499,000 below the cost of $100.00."],
	});
});

test("costs are in no version, preview or price that customers can read", async () => {
	const { catalogDesk, editor, enter, save, draft } = await anEditor();
	await enter("addon:addon-ssl", { "cost.annual": "987.65" });
	await save("addon:addon-ssl", { "prices.annual.KES": "1,600" });
	const preview = await catalogDesk.preview(editor.session);
	expect(await catalogDesk.publish(editor, { note: "x", seen: draftMark(await draft()), at: null })).toMatchObject({
		ok: true,
	});
	const { results } = await env.DB.prepare("select content from catalog_versions").all();
	const published = await catalogDesk.published();
	for (const seen of [JSON.stringify(results), JSON.stringify(published), JSON.stringify(preview)]) {
		expect(seen).toContain("160000");
		expect(seen).not.toMatch(/98765|cost/i);
	}
});

test("finance enters costs and changes no price, and others do neither", async () => {
	const finance = await anEditor("finance");
	expect(await finance.enter("plan:plan-starter", { "cost.monthly": "700" })).toEqual(done);
	expect((await finance.save("plan:plan-starter", { "prices.monthly.KES": "1" })).ok).toBe(false);
	for (const role of ["support", "read-only"] as const)
		expect((await (await anEditor(role)).enter("plan:plan-business", { "cost.monthly": "1" })).ok, role).toBe(false);
	expect((await finance.draft()).costs.products).toMatchObject([{ key: "plan:plan-starter", monthly: 70_000 }]);
});

test("of two people who change a cost, the second one hears about the first", async () => {
	const [one, other] = [await anEditor(), await anEditor("finance")];
	await one.enter("plan:plan-starter", { "cost.monthly": "700" });
	expect(await other.enter("plan:plan-starter", { "cost.monthly": "800" })).toMatchObject({
		ok: false,
		error: { code: "changed_meanwhile", message: expect.stringContaining(one.name) },
	});
	const version = (await one.draft()).costs.products[0]?.changedAt ?? null;
	const both = await Promise.all(
		[one, other].map((editor) =>
			editor.enter("plan:plan-starter", { "cost.monthly": editor === one ? "710" : "720" }, version),
		),
	);
	expect(both.filter(({ ok }) => ok)).toHaveLength(1);
	expect(
		await one.enter("plan:plan-starter", { "cost.monthly": "" }, (await one.draft()).costs.products[0]?.changedAt),
	).toEqual(done);
	expect(entryView(await one.draft(), "plan:plan-starter")?.cost?.margins).toEqual([]);
});

test.each([
	[{ "cost.monthly": "much" }, "cost.monthly"],
	[{ "cost.monthly": "-1" }, "cost.monthly"],
	[{ "cost.annual": "99999999999" }, "cost.annual"],
	[{ currency: "EUR", "cost.monthly": "5" }, "currency"],
] as const)("a cost of %o is refused for its field", async (texts, field) => {
	const { enter, draft } = await anEditor();
	expect(await enter("plan:plan-starter", texts as Record<string, string>)).toMatchObject({
		ok: false,
		error: { fields: { [field]: expect.any(String) } },
	});
	expect((await draft()).costs.products).toEqual([]);
});

test("only what has a cost of its own can get one", async () => {
	const { enter } = await anEditor();
	for (const key of ["extension:com", "rules", "plan:nope"])
		expect(await enter(key, { "cost.monthly": "1" })).toMatchObject({ ok: false, error: { kind: "not_found" } });
});

test("an exported file has the costs, and an imported one changes those of products at once", async () => {
	const { catalogDesk, editor, enter, draft } = await anEditor();
	await enter("plan:plan-starter", { currency: "USD", "cost.monthly": "5.25" });
	const text = (await catalogDesk.exportPrices(editor.session)) ?? "";
	expect(text).toMatch(/^\ufeff?Product,Name,Price,Ksh,USD,Cost,Cost currency\r?\n/);
	expect(text).toContain("plan:plan-starter,Starter plan,prices.monthly,1000,,5.25,USD");
	expect(await catalogDesk.importPrices(editor, text)).toMatchObject({ ok: false, error: { kind: "conflict" } });

	const row = (cost: string) =>
		`Product,Name,Price,Ksh,USD,Cost,Cost currency\naddon:addon-ssl,,prices.annual,1600,,${cost}\n`;
	expect(await catalogDesk.importPrices(editor, row("700,KES"))).toEqual({ ok: true, value: { prices: 1, costs: 1 } });
	const after = await draft();
	expect(after.changes.map(({ entry }) => entry.key)).toEqual(["addon:addon-ssl"]);
	expect(after.costs.products).toMatchObject([{ annual: 70_000 }, { key: "plan:plan-starter", monthly: 525 }]);

	// A file of an earlier release has no costs, and changes none.
	const older = "Product,Name,Price,Ksh,USD\naddon:addon-ssl,,prices.annual,1700,\n";
	expect(await catalogDesk.importPrices(editor, older)).toEqual({ ok: true, value: { prices: 1, costs: 0 } });
	expect((await draft()).costs.products).toMatchObject([{ annual: 70_000 }, {}]);
	for (const [broken, message] of [
		[row("much,KES"), /^From line 2, cost of .*: Enter an amount/],
		[row("700,XXX"), /Choose one of KES, USD/],
		[row("700,"), /Choose one of KES, USD/],
		[
			text.replace("prices.annual,10000,,,", "prices.annual,10000,,50,KES"),
			/^Line \d+: the costs of Starter plan are in USD/,
		],
	] as const)
		expect(await catalogDesk.importPrices(editor, broken)).toMatchObject({
			ok: false,
			error: { fields: { file: expect.stringMatching(message) } },
		});
	expect((await draft()).costs.products).toMatchObject([{ annual: 70_000 }, { monthly: 525, annual: null }]);
});

test("a file with one cost in another currency does not turn the others into it", async () => {
	const { catalogDesk, editor, enter, draft } = await anEditor();
	await enter("plan:plan-starter", { "cost.monthly": "700", "cost.annual": "8,000" });
	const head = "Product,Name,Price,Ksh,USD,Cost,Cost currency\n";
	const annual = "plan:plan-starter,,prices.annual,10000,,60,USD\n";
	expect(await catalogDesk.importPrices(editor, head + annual)).toMatchObject({
		error: { fields: { file: "From line 2, cost of Starter plan: A month is still in KES. Enter all costs in USD." } },
	});
	expect((await draft()).costs.products).toMatchObject([{ currency: "KES", monthly: 70_000, annual: 800_000 }]);
	const both = `${head}plan:plan-starter,,prices.monthly,1000,,5,USD\n${annual}`;
	expect(await catalogDesk.importPrices(editor, both)).toEqual({ ok: true, value: { prices: 0, costs: 1 } });
	expect((await draft()).costs.products).toMatchObject([{ currency: "USD", monthly: 500, annual: 6_000 }]);
});

test("the form of a cost keeps a currency whose exchange rate is no longer set", async () => {
	const { enter, draft } = await anEditor();
	await enter("addon:addon-ssl", { currency: "USD", "cost.annual": "9.50" });
	await env.DB.exec("update product_costs set currency = 'EUR'");
	const found = await draft();
	expect(entryView(found, "addon:addon-ssl")?.cost?.form).toMatchObject({
		currency: "EUR",
		currencies: ["KES", "USD", "EUR"],
	});
	const [{ changedAt } = { changedAt: 0 }] = found.costs.products;
	expect(await enter("addon:addon-ssl", { currency: "EUR", "cost.annual": "9.50" }, changedAt)).toMatchObject({
		error: { fields: { currency: "Choose one of KES, USD." } },
	});
});

test("before a publish, each promo code is named that brings the new prices below cost", async () => {
	const { enter, save, changes } = await anEditor();
	await aPromo({ code: "TENOFF" });
	await aPromo({ code: "OVER", endsAt: Date.now() - 1 });
	await aPromo({ code: "SPENT", maxUses: 1, uses: 1 });
	await enter("addon:addon-ssl", { "cost.annual": "1,300" });
	await enter("plan:plan-starter", { "cost.monthly": "950" });
	// Starter is Ksh 900 with the code, with and without this change.
	await save("addon:addon-ssl", { "prices.annual.KES": "1,400" });
	expect(await changes()).toMatchObject({
		belowCost: [],
		promos: [{ code: "TENOFF", discount: "10%", losses: ["Premium SSL: A year Ksh 40 below cost."] }],
	});
});

const aMarkup = { version: "0", percent: "25", fixed: "100", KES: "50", USD: "99" };

/** Sets the markup from its form. */
async function setMarkup(
	{ catalogDesk, editor }: Awaited<ReturnType<typeof anEditor>>,
	more: Record<string, string> = {},
) {
	const input = parse(markupFormSchema, { ...aMarkup, ...more });
	return input.ok ? catalogDesk.saveMarkup(editor.session, input.value) : input;
}

test("after an import the desk suggests prices from costs and markup, and puts one into the draft only when asked", async () => {
	const desk = await anEditor();
	await testServices().registrarAccounts.importCosts();
	const shown = async (key: string, price: string) => {
		const margins = entryView(await desk.draft(), key)?.cost?.margins ?? [];
		return margins.find(({ suggestion }) => suggestion?.price === price)?.suggestion;
	};
	expect(await shown("extension:co.ke", "register")).toBeUndefined();
	expect(await setMarkup(desk)).toEqual(done);
	// $1.50 is Ksh 195. With 25% and Ksh 100 it is Ksh 343.75, which is $2.64.
	expect(await shown("extension:com", "register")).toMatchObject({ text: "Ksh 350, $2.99", isSame: false });
	const suggestion = await shown("extension:co.ke", "register");
	expect(suggestion).toMatchObject({ text: "Ksh 350", isSame: false });
	expect((await desk.draft()).changes).toEqual([]);
	const [row] = entryRows(await desk.draft(), [], { kind: "extension", q: "co.ke" }, Date.now());
	expect(row).toMatchObject({ suggested: ["Ksh 350"] });

	const version = entryView(await desk.draft(), "extension:co.ke")?.version ?? "";
	const take = (seen: string, by = desk) =>
		desk.catalogDesk.takeSuggestion(by.editor, "extension:co.ke", { version, price: "register", seen });
	expect(await take("100:"), "another suggestion than the one that was seen").toMatchObject({
		ok: false,
		error: { code: "changed_meanwhile" },
	});
	expect((await take(suggestion?.seen ?? "", await anEditor("finance"))).ok).toBe(false);
	expect(await take(suggestion?.seen ?? "")).toEqual(done);
	const draft = await desk.draft();
	expect(draft.changes.map((one) => one.changes)).toEqual([
		[{ label: "First year, Ksh", before: "500", after: "350" }],
	]);
	expect(draft.content.extensions.find(({ tld }) => tld === "co.ke")).toMatchObject({ maxYears: 5 });
	expect(await shown("extension:co.ke", "register")).toMatchObject({ isSame: true });
	expect(await take(suggestion?.seen ?? ""), "sent twice").toMatchObject({ error: { code: "changed_meanwhile" } });
});

test("the markup has a valid form, its changes are logged, and it can be removed", async () => {
	const desk = await anEditor();
	for (const [more, field] of [
		[{ percent: "much" }, "percent"],
		[{ percent: "1001" }, "percent"],
		[{ fixed: "-1" }, "fixed"],
		[{ KES: "7" }, "KES"],
		[{ USD: "" }, "USD"],
	] as const)
		expect(await setMarkup(desk, more)).toMatchObject({
			ok: false,
			error: { fields: { [field]: expect.any(String) } },
		});
	expect((await setMarkup(await anEditor("finance"))).ok).toBe(false);
	expect(await setMarkup(desk)).toEqual(done);
	expect(await setMarkup(desk), "from a form before that").toMatchObject({ error: { code: "changed_meanwhile" } });
	expect(await setMarkup(desk, { version: "1", percent: "", fixed: "" })).toEqual(done);
	expect((await desk.draft()).markup).toBeNull();
	const { results } = await env.DB.prepare(
		"select params from audit_log where kind = 'catalogue.markup' order by rowid",
	).all();
	expect(results.slice(-2).map(({ params }) => String(params))).toEqual([
		expect.stringContaining('"after":"25% and Ksh 100"'),
		expect.stringContaining('"after":"none"'),
	]);
});
