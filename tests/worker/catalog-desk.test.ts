import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { priceLine } from "~/features/cart/lines";
import { announcementMark, announcementsAt, portalAnnouncements } from "~/features/catalog/announcements";
import { findProduct, findSoldPlan, plansOf, soldAddons, soldHardware } from "~/features/catalog/catalog";
import { domainPrice, renewalPrice } from "~/features/catalog/domain-prices";
import { toCatalog } from "~/features/catalog/indexed";
import { isSold } from "~/features/catalog/known-extensions";
import { publishedCatalog } from "~/features/catalog/published-catalog.server";
import { withCatalog } from "~/features/catalog/scope.server";
import { testimonialsAbout } from "~/features/catalog/testimonials";
import { firstContent } from "~/features/catalog/version-one/version-one";
import { entryRows, entryView, versionRows, versionView } from "~/features/catalog-desk/catalog-view";
import { draftMark, entriesOf, entryMark } from "~/features/catalog-desk/draft";
import { hostingFacts } from "~/features/hosting/hosting-facts";
import { proposalView } from "~/features/proposals/proposal-view";
import { kenya } from "~/lib/dates";
import { DAY, HOUR, MINUTE, SECOND } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { kes, usd } from "~/lib/money";
import { ServiceUnavailable } from "~/lib/service-unavailable.server";
import type { ContentStore } from "~/platform/content-store/content-store";
import { aDomain } from "../support/domains";
import { aCustomer, aSession, testServices } from "../support/factories";
import { expectConsoleError } from "../support/fail-on-console";
import { aName, anOrder, aPhone, contact, registration, thePayment } from "../support/orders";
import { runDue } from "../support/schedule";
import { aSignedInMember } from "../support/staff";

/** The store of a location, without the delays of KV. */
function memoryStore() {
	const contents = new Map<number, string>();
	let pointer: number | null = null;
	const state = { broken: false };
	const check = () => {
		if (state.broken) throw new ServiceUnavailable("broken");
	};
	const store: ContentStore = {
		async current() {
			check();
			return pointer;
		},
		async read(version) {
			check();
			return contents.get(version) ?? null;
		},
		write: async (version, content) => {
			check();
			contents.set(version, content);
		},
		publish: async (version) => {
			check();
			pointer = version;
		},
	};
	return { store, contents, state, point: (version: number) => store.publish(version), pointer: () => pointer };
}

beforeEach(async () => {
	const tables = ["catalog_versions", "catalog_draft", "stock_reservations", "hardware_stock"];
	await env.DB.batch(tables.map((table) => env.DB.prepare(`delete from ${table}`)));
});

async function aShop(clock = () => Date.now()) {
	const location = memoryStore();
	const services = testServices({ catalogStore: location.store, clock });
	const { member, session } = await aSignedInMember(["catalogue"]);
	const editor = { session, member: { name: member.name } };
	/** @param version of the draft's row. Null: what was published, as it is now */
	const save = async (key: string, fields: Record<string, string>, version: number | string | null = null) => {
		const { base } = await services.catalogDesk.draft(session);
		const published = entriesOf(base).find((entry) => entry.key === key);
		const seen = version ?? (published ? entryMark(published, undefined) : "");
		return services.catalogDesk.save(editor, key, String(seen), new Map(Object.entries(fields)));
	};
	const publish = async (at: number | null = null) =>
		services.catalogDesk.publish(editor, {
			note: "New prices",
			seen: draftMark(await services.catalogDesk.draft(session)),
			at,
		});
	const { catalogDesk } = services;
	const goBack = async (to: number) =>
		catalogDesk.rollBack(editor, to, { seen: (await catalogDesk.draft(session)).number, reason: "Wrong" });
	const versions = async () => (await catalogDesk.versionPage(session, undefined)).items;
	const isolate = publishedCatalog();
	const current = async (now = clock(), of = isolate) =>
		of.current({
			store: location.store,
			fromDatabase: services.catalogDesk.published,
			now,
			waitUntil: () => {},
		});
	const deliver = async (number: number) => services.catalogDesk.distribute({ number });
	const comPrice = async (now?: number) => withCatalog(await current(now), () => domainPrice("com"));
	return { ...location, services, editor, session, save, publish, goBack, versions, current, deliver, comPrice };
}

test("a published price reaches an isolate within half a minute, and an older isolate keeps it if the store fails", async () => {
	let now = Date.now();
	const shop = await aShop(() => now);
	expect(await shop.comPrice()).toEqual(kes(1_750));
	expect(await shop.save("extension:com", { "register.KES": "1,999" })).toEqual({ ok: true, value: null });
	expect(await shop.comPrice()).toEqual(kes(1_750));
	expect(await shop.publish()).toMatchObject({ ok: true, value: { number: 2 } });
	await shop.deliver(2);
	now += 30 * SECOND;
	expect(await shop.comPrice()).toEqual(kes(1_999));
	expectConsoleError();
	shop.state.broken = true;
	now += HOUR;
	expect(await shop.comPrice()).toEqual(kes(1_999));
	// A new isolate reads the database instead.
	const fresh = await shop.current(now, publishedCatalog());
	expect(fresh.version).toBe(2);
});

test("content that is not in the store yet is never used, and a pointer that is behind changes nothing back", async () => {
	let now = Date.now();
	const shop = await aShop(() => now);
	await shop.save("extension:com", { "register.KES": "1999" });
	await shop.publish();
	await shop.deliver(2);
	expect((await shop.current()).version).toBe(2);
	await shop.point(1);
	now += HOUR;
	expect((await shop.current()).version).toBe(2);
	expectConsoleError();
	await shop.point(9);
	now += HOUR;
	expect((await shop.current()).version).toBe(2);
	shop.contents.set(9, "{}");
	now += HOUR;
	expect((await shop.current()).version).toBe(2);
});

test("open invoices, renewals' too, and open quotes keep their prices when other ones are published", async () => {
	const shop = await aShop();
	const { services } = shop;
	const items = [registration(aName("com"))];
	const order = await anOrder(services, { items });

	const holder = await aCustomer({ currency: "KES", phone: contact.phone });
	const ends = { name: aName("com"), tld: "com", expiresAt: Date.now() + 20 * DAY };
	await aDomain(holder.id, ends);
	const invoiceRenewals = () => runDue(services, ({ renewals }) => renewals.invoices.queueDue("all"));
	await invoiceRenewals();
	const invoicesOf = async (userId: string) =>
		(await env.DB.prepare("select id, total from invoices where user_id = ?").bind(userId).all()).results;
	const [renewal] = await invoicesOf(holder.id);

	const billing = JSON.stringify({ name: "Amina", address: contact.address, city: contact.city, taxPin: null });
	const asker = await aCustomer({ currency: "KES", phone: contact.phone });
	await env.DB.prepare("update users set billing_address = ? where id = ?").bind(billing, asker.id).run();
	const manager = await aSignedInMember(["manager"]);
	const person = { session: manager.session, member: { ...manager.member, roles: ["manager" as const] } };
	const priced = async () => {
		const rows = { items: [registration(aName("com"))], custom: [] };
		const checked = await services.staffOrders.check(person.session, "orders.change", asker.id, rows, undefined);
		if (!checked.ok) throw new Error(checked.error.message);
		return { rows, expectedTotal: checked.value.quote.total.amount };
	};
	const { rows, expectedTotal } = await priced();
	const sent = { key: randomToken(), validDays: 14, expectedTotal, message: "" };
	const quote = await services.staffOrders.sendQuote(person, asker.id, rows, sent);
	if (!quote.ok) throw new Error(quote.error.message);

	await shop.save("extension:com", { "register.KES": "9,000", "renew.KES": "9,500" });
	expect(await shop.publish()).toMatchObject({ ok: true });
	await shop.deliver(2);
	await withCatalog(await shop.current(Date.now() + HOUR), async () => {
		expect(renewalPrice("com")).toEqual(kes(9_500));
		expect((await priced()).expectedTotal, "a new quote has the new price").toBeGreaterThan(expectedTotal);

		// The cron runs again too.
		await invoiceRenewals();
		expect(await invoicesOf(holder.id)).toEqual([renewal]);
		for (const { user, invoiceId, total } of [
			{ user: order.user, invoiceId: order.invoiceId, total: order.quote.total.amount },
			{ user: { ...holder, currency: "KES" as const }, invoiceId: String(renewal?.id), total: Number(renewal?.total) },
		]) {
			const overview = await services.payments.overview({ userId: user.id }, invoiceId);
			expect(overview?.invoice).toMatchObject({ state: "open", total });
			const started = await services.payments.start(user, invoiceId, { method: "mpesa", phone: aPhone() });
			if (!started.ok) throw new Error(started.error.message);
			expect(await thePayment(started.value.paymentId), "what the phone asks for").toMatchObject({ amount: total });
		}

		const owner = { userId: asker.id };
		const found = await services.proposals.find(owner, quote.value);
		expect(found && proposalView(found, Date.now(), kenya)).toMatchObject({
			exactTotal: expectedTotal,
			taxChange: null,
		});
		const signedIn = await aSession(asker, { services });
		const customer = await services.sessions.viewer({ cookie: signedIn.cookie }).customer();
		if (!customer) throw new Error("Not signed in");
		expect(await services.proposals.accept(customer, owner, quote.value, expectedTotal)).toMatchObject({ ok: true });
		expect(await invoicesOf(asker.id)).toMatchObject([{ total: expectedTotal }]);
	});
});

test("a publish whose store fails is tried again, and the older version stays until then", async () => {
	let now = Date.now();
	const shop = await aShop(() => now);
	await shop.save("extension:com", { "register.KES": "1999" });
	shop.state.broken = true;
	await shop.publish();
	await expect(shop.deliver(2)).rejects.toThrow(ServiceUnavailable);
	expect((await shop.versions())[0]).toMatchObject({ distributedAt: null });
	shop.state.broken = false;
	now += SECOND;
	expect(await shop.comPrice()).toEqual(kes(1_750));
	await shop.deliver(2);
	expect((await shop.versions())[0]).toMatchObject({ distributedAt: now });
	expect([...shop.contents.keys()]).toEqual([2]);
});

test("a delivery that comes late does not bring an older version back", async () => {
	const shop = await aShop();
	await shop.save("extension:com", { "register.KES": "1999" });
	await shop.publish();
	await shop.save("extension:com", { "register.KES": "2100" });
	await shop.publish();
	await shop.deliver(3);
	await shop.deliver(2);
	expect(shop.pointer()).toBe(3);
});

test("a planned version applies from its time, and no other can be published before", async () => {
	let now = Date.now();
	const shop = await aShop(() => now);
	await shop.save("extension:com", { "register.KES": "1999" });
	const at = now + DAY;
	expect(await shop.publish(now - 1)).toMatchObject({ ok: false, error: { fields: { at: expect.anything() } } });
	expect(await shop.publish(at)).toMatchObject({ ok: true });
	expect(await shop.deliver(2)).toMatchObject({ state: "postponed", until: at });
	expect(shop.pointer()).toBeNull();
	await shop.save("extension:net", { "register.KES": "2050" });
	expect(await shop.publish()).toMatchObject({
		ok: false,
		error: { message: expect.stringContaining("Version 2 is planned") },
	});
	expect(await shop.goBack(1)).toMatchObject({
		ok: false,
		error: { message: expect.stringContaining("Cancel it before you publish another") },
	});
	now = at;
	expect(await shop.deliver(2)).toMatchObject({ state: "done" });
	expect(await shop.comPrice()).toEqual(kes(1_999));
});

test("a cancelled version never applies", async () => {
	let now = Date.now();
	const shop = await aShop(() => now);
	await shop.save("extension:com", { "register.KES": "1999" });
	await shop.publish(now + DAY);
	expect(await shop.services.catalogDesk.cancel(shop.editor, 2, drop)).toEqual({ ok: true, value: { kept: 0 } });
	now += 2 * DAY;
	expect(await shop.deliver(2)).toMatchObject({ state: "done" });
	expect(shop.pointer()).toBeNull();
});

const keep = { changes: "keep", reason: "Too early" } as const;
const drop = { changes: "drop", reason: "Too early" } as const;

test("a version that applies within a minute is not cancelled any more", async () => {
	let now = Date.now();
	const shop = await aShop(() => now);
	await shop.save("extension:com", { "register.KES": "1999" });
	await shop.publish(now + 10 * MINUTE);
	now += 10 * MINUTE - 30 * SECOND;
	expect(await shop.services.catalogDesk.cancel(shop.editor, 2, drop)).toMatchObject({
		error: { code: "changed_meanwhile", message: expect.stringContaining("within a minute") },
	});
	expect((await shop.versions())[0]).toMatchObject({ number: 2, cancelledAt: null });
	now += 30 * SECOND;
	expect(await shop.deliver(2)).toMatchObject({ state: "done" });
	expect(shop.pointer()).toBe(2);
});

test("the draft gets the changes of a cancelled version back, and keeps newer ones of the same product", async () => {
	const shop = await aShop();
	const { catalogDesk } = shop.services;
	const changed = async () =>
		(await catalogDesk.draft(shop.session)).changes.map(({ entry, changes }) => [entry.key, changes[0]?.after]);
	const added = await catalogDesk.add(shop.editor, "testimonial", new Map(Object.entries(aTestimonial)));
	const testimonial = added.ok ? added.value : "";
	await shop.publish();
	await shop.save("extension:com", { "register.KES": "1999" });
	await shop.save("extension:net", { "register.KES": "2050" });
	await shop.save(testimonial, { removed: "on" });
	await catalogDesk.add(shop.editor, "addon", new Map(Object.entries(anAddon)));
	const planned = await changed();
	await shop.publish(Date.now() + DAY);
	expect(await changed()).toEqual([]);
	await shop.save("extension:net", { "register.KES": "2100" });

	const page = await catalogDesk.version(shop.session, 3);
	expect(page).toMatchObject({ compared: 2, current: 2, planned: { number: 3 }, alsoInDraft: [".net"] });
	expect(page?.differences.map(({ entry, isRemoved }) => [entry.key, isRemoved])).toEqual([
		["extension:com", false],
		["extension:net", false],
		["addon:addon-monitoring", false],
		[testimonial, true],
	]);
	const reader = await aSignedInMember(["read-only"]);
	const other = { session: reader.session, member: { name: "Reader" } };
	expect((await catalogDesk.cancel(other, 3, keep)).ok).toBe(false);
	expect(await catalogDesk.cancel(shop.editor, 3, keep)).toEqual({ ok: true, value: { kept: 3 } });
	expect(await changed()).toEqual(planned.map(([key, after]) => [key, key === "extension:net" ? "2,100" : after]));
	expect(await catalogDesk.cancel(shop.editor, 3, keep)).toMatchObject({ error: { code: "changed_meanwhile" } });
});

test("what staff change while a version is planned starts from that version and undoes nothing of it", async () => {
	let now = Date.now();
	const shop = await aShop(() => now);
	const { catalogDesk, stock } = shop.services;
	await shop.save("extension:com", { "register.KES": "1999" });
	await catalogDesk.add(shop.editor, "hardware", new Map(Object.entries(aDevice)));
	await shop.publish(now + 10 * MINUTE);
	expect(await catalogDesk.draft(shop.session)).toMatchObject({ number: 2, plannedAt: now + 10 * MINUTE, changes: [] });
	const first = { version: null, seen: null, counted: 4, reason: "Delivered early" };
	expect((await stock.count(shop.session, "hardware-scanner", first)).ok, "of a device to come").toBe(true);
	await shop.save("extension:com", { maxYears: "5" });
	now += 10 * MINUTE;
	await shop.deliver(2);
	expect((await catalogDesk.draft(shop.session)).changes.map(({ changes }) => changes)).toEqual([
		[{ label: "Most years at once", before: "none", after: "5" }],
	]);
	expect(await shop.publish()).toMatchObject({ ok: true });
	await shop.deliver(3);
	expect(await shop.comPrice(now + HOUR)).toEqual(kes(1_999));
});

test("a version says what going back to it would change, and only what someone saw is changed", async () => {
	const shop = await aShop();
	const { catalogDesk } = shop.services;
	const shown = async (number: number) => {
		const page = await catalogDesk.version(shop.session, number);
		return page && [page.compared, ...page.differences.map(({ entry, changes }) => [entry.key, changes.at(-1)?.after])];
	};
	await shop.save("extension:com", { "register.KES": "1999" });
	await catalogDesk.add(shop.editor, "addon", new Map(Object.entries(anAddon)));
	await shop.publish();
	expect(await shown(1)).toEqual([2, ["extension:com", "1,750"], ["addon:addon-monitoring", "yes"]]);
	expect(await shown(2), "the current one, with the one before it").toEqual([
		1,
		["extension:com", "1,999"],
		["addon:addon-monitoring", "2,400"],
	]);
	expect(await shown(3)).toBeNull();
	await shop.save("extension:net", { "register.KES": "2050" });
	await shop.publish();
	expect(await catalogDesk.rollBack(shop.editor, 1, { seen: 2, reason: "Wrong" })).toMatchObject({
		ok: false,
		error: { code: "changed_meanwhile" },
	});
	const before = await shown(1);
	expect(before).toContainEqual(["extension:net", "1,950"]);
	expect(await shop.goBack(1)).toMatchObject({ ok: true });
	expect(await shown(4)).toEqual(before?.with(0, 3));
	expect(await shown(1), "now the same").toEqual([4]);
});

test("rolling back publishes the earlier content as a new version and keeps the draft", async () => {
	const shop = await aShop();
	await shop.save("extension:com", { "register.KES": "1999" });
	await shop.publish();
	await shop.save("extension:net", { "register.KES": "2050" });
	expect(await shop.goBack(1)).toMatchObject({
		ok: true,
		value: { number: 3 },
	});
	await shop.deliver(3);
	expect(await shop.comPrice()).toEqual(kes(1_750));
	expect((await shop.services.catalogDesk.draft(shop.session)).changes.map(({ entry }) => entry.key)).toEqual([
		"extension:net",
	]);
	const { results } = await env.DB.prepare(
		"select kind from audit_log where kind like 'catalogue.%' order by at, id",
	).all();
	expect(results.map(({ kind }) => kind)).toEqual(
		expect.arrayContaining(["catalogue.published", "catalogue.rolled_back"]),
	);
});

test("without the permission nothing is changed or published", async () => {
	const shop = await aShop();
	await shop.save("extension:com", { "register.KES": "1999" });
	const seen = draftMark(await shop.services.catalogDesk.draft(shop.session));
	for (const role of ["finance", "support", "read-only"] as const) {
		const { member, session } = await aSignedInMember([role]);
		const other = { session, member: { name: member.name } };
		const { catalogDesk } = shop.services;
		expect((await catalogDesk.save(other, "extension:com", "", new Map([["register.KES", "1"]]))).ok).toBe(false);
		expect((await catalogDesk.save(other, "extension:net", "", new Map([["register.KES", "1"]]))).ok).toBe(false);
		expect((await catalogDesk.add(other, "testimonial", new Map(Object.entries(aTestimonial)))).ok).toBe(false);
		expect((await catalogDesk.publish(other, { note: "x", seen, at: null })).ok).toBe(false);
		expect((await catalogDesk.rollBack(other, 1, { seen: 1, reason: "x" })).ok).toBe(false);
		const sent = "Product,Name,Price,Ksh,USD\nextension:net,.net,register,5,\n";
		expect((await catalogDesk.importPrices(other, sent)).ok).toBe(false);
	}
	expect(await shop.versions()).toEqual([]);
	const draft = await shop.services.catalogDesk.draft(shop.session);
	expect(draft.rows).toHaveLength(1);
});

test.each([
	["extension:com", { "register.KES": "0", "register.USD": "" }, "register.KES"],
	["extension:com", { "register.KES": "-5" }, "register.KES"],
	["extension:com", { "renew.USD": "99999999999" }, "renew.USD"],
	["extension:com", { "register.KES": "", "register.USD": "" }, "register.KES"],
	["extension:com", { maxYears: "11" }, "maxYears"],
	["extension:co.ke", { retired: "on" }, "retired"],
	["plan:plan-starter", { name: "" }, "name"],
	["plan:plan-starter", { "resources.diskGb": "lots" }, "resources.diskGb"],
	["plan:plan-starter", { "prices.monthly.KES": "1e9" }, "prices.monthly.KES"],
	["plan:plan-starter", { description: "A\u202eB" }, "description"],
	["rules", { taxBasisPoints: "90" }, "taxBasisPoints"],
	["rules", { shillingsPerDollar: "0" }, "shillingsPerDollar"],
] as const)("%s with %o is refused for its field", async (key, fields, field) => {
	const shop = await aShop();
	const saved = await shop.save(key, fields as Record<string, string>);
	expect(saved).toMatchObject({ ok: false, error: { fields: { [field]: expect.any(String) } } });
	expect((await shop.services.catalogDesk.draft(shop.session)).rows).toEqual([]);
});

test("two people who edit the same product both see the other's change, and a publish takes only what was seen", async () => {
	const shop = await aShop();
	await shop.save("extension:com", { "register.KES": "1999" });
	const [row] = (await shop.services.catalogDesk.draft(shop.session)).rows;
	expect(row?.value).toMatchObject({ register: { KES: kes(1_999) }, transfer: { KES: kes(1_750) } });
	expect(await shop.save("extension:com", { "register.KES": "1888" })).toMatchObject({
		ok: false,
		error: { code: "changed_meanwhile" },
	});
	const { catalogDesk } = shop.services;
	const seen = draftMark(await catalogDesk.draft(shop.session));
	await shop.save("extension:net", { "register.KES": "2050" });
	expect(await catalogDesk.publish(shop.editor, { note: "x", seen, at: null })).toMatchObject({
		ok: false,
		error: { code: "changed_meanwhile" },
	});
});

test("a form from before a publish does not bring back what was published", async () => {
	const shop = await aShop();
	const { catalogDesk } = shop.services;
	const shown = async () => entryView(await catalogDesk.draft(shop.session), "extension:com")?.version ?? "";
	const before = await shown();
	await shop.save("extension:com", { "register.KES": "1999" });
	await shop.publish();
	const old = { "register.KES": "1,750", "renew.KES": "2,000" };
	expect(await shop.save("extension:com", old, before)).toMatchObject({ error: { code: "changed_meanwhile" } });
	expect((await catalogDesk.draft(shop.session)).changes).toEqual([]);
	expect(await shop.save("extension:com", { "renew.KES": "2,000" }, await shown())).toEqual({ ok: true, value: null });
	// A publish of something else changes nothing about this form.
	const net = entryView(await catalogDesk.draft(shop.session), "extension:net")?.version ?? "";
	await shop.publish();
	expect(await shop.save("extension:net", { "register.KES": "2,050" }, net)).toEqual({ ok: true, value: null });
});

test("a discarded change is gone for everyone, and one that someone has changed since stays", async () => {
	const shop = await aShop();
	const { catalogDesk } = shop.services;
	const versionOf = async (key: string) =>
		(await catalogDesk.draft(shop.session)).rows.find((row) => row.key === key)?.updatedAt ?? 0;
	await shop.save("extension:com", { "register.KES": "1999" });
	const added = await catalogDesk.add(shop.editor, "addon", new Map(Object.entries(anAddon)));
	const seen = await versionOf("extension:com");
	await shop.save("extension:com", { "register.KES": "2100" }, seen);
	expect(await catalogDesk.discard(shop.editor, "extension:com", seen)).toMatchObject({
		error: { code: "changed_meanwhile" },
	});
	const { session, member } = await aSignedInMember(["support"]);
	const now = await versionOf("extension:com");
	expect((await catalogDesk.discard({ session, member }, "extension:com", now)).ok).toBe(false);
	expect(await catalogDesk.discard(shop.editor, "extension:com", now)).toEqual({ ok: true, value: null });
	const key = added.ok ? added.value : "";
	expect((await catalogDesk.draft(shop.session)).changes.map(({ entry }) => entry.key)).toEqual([key]);
	expect(await catalogDesk.discard(shop.editor, key, await versionOf(key))).toEqual({ ok: true, value: null });
	expect((await catalogDesk.draft(shop.session)).content).toEqual(firstContent);
});

test("limits change the sizes that a plan's features name, and texts are data in the page", async () => {
	const shop = await aShop();
	const name = `Starter <script>alert("1")</script>`;
	await shop.save("plan:plan-starter", { name, "resources.diskGb": "25" });
	const { content } = await shop.services.catalogDesk.draft(shop.session);
	const plan = content.plans.find(({ id }) => id === "plan-starter");
	expect(plan?.features).toContain("25 GB storage");
	expect(plan?.features).not.toContain("20 GB storage");
	expect(plan?.name).toBe(name);
});

const aTestimonial = { name: "Amina Wanjiku", quote: "Up the same morning.", about: "vps", rating: "5", position: "1" };

test("a testimonial is on its page once it is published, and is gone after it was removed, until a rollback", async () => {
	const shop = await aShop();
	const { catalogDesk } = shop.services;
	const add = (fields: Record<string, string>) =>
		catalogDesk.add(shop.editor, "testimonial", new Map(Object.entries(fields)));
	const shown = async (number?: number) => {
		if (number) await shop.deliver(number);
		const found = await shop.current(Date.now() + HOUR * (number ?? 0));
		return withCatalog(found, () => testimonialsAbout("vps", false).map(({ name }) => name));
	};
	const added = await add(aTestimonial);
	expect(added).toMatchObject({ ok: true });
	expect(await add(aTestimonial), "sent twice").toMatchObject({ ok: false, error: { kind: "conflict" } });
	await add({ ...aTestimonial, name: "Brian Otieno", business: "Duka, Kisumu", quote: "Fast.", position: "2" });
	expect(await shown()).toEqual([]);
	const preview = await catalogDesk.preview(shop.session);
	expect(preview?.testimonials.map(({ name }) => name)).toEqual(["Amina Wanjiku", "Brian Otieno"]);
	await shop.publish();
	expect(await shown(2)).toEqual(["Amina Wanjiku", "Brian Otieno"]);

	const key = added.ok ? added.value : "";
	expect(await shop.save(key, { position: "3" })).toEqual({ ok: true, value: null });
	expect((await catalogDesk.draft(shop.session)).changes.map((one) => one.changes)).toEqual([
		[{ label: "Position", before: "1", after: "3" }],
	]);
	await shop.publish();
	expect(await shown(3)).toEqual(["Brian Otieno", "Amina Wanjiku"]);

	await shop.save(key, { removed: "on" });
	await shop.publish();
	expect(await shown(4)).toEqual(["Brian Otieno"]);
	expect((await catalogDesk.draft(shop.session)).content.testimonials).toHaveLength(1);
	await shop.goBack(3);
	expect(await shown(5)).toEqual(["Brian Otieno", "Amina Wanjiku"]);
});

test.each([
	[{ name: "" }, "name"],
	[{ quote: "" }, "quote"],
	[{ quote: "x".repeat(301) }, "quote"],
	[{ rating: "6" }, "rating"],
	[{ rating: "" }, "rating"],
	[{ about: "home" }, "about"],
	[{ position: "0" }, "position"],
	[{ business: "A\u202eB" }, "business"],
] as const)("a testimonial with %o is refused for its field", async (fields, field) => {
	const { services, editor, session } = await aShop();
	const form = new Map(Object.entries({ ...aTestimonial, ...fields }));
	expect(await services.catalogDesk.add(editor, "testimonial", form)).toMatchObject({
		ok: false,
		error: { fields: { [field]: expect.any(String) } },
	});
	expect((await services.catalogDesk.draft(session)).rows).toEqual([]);
});

test("a page has at most six testimonials", async () => {
	const { services, editor } = await aShop();
	const add = (quote: string) =>
		services.catalogDesk.add(editor, "testimonial", new Map(Object.entries({ ...aTestimonial, quote })));
	for (const quote of ["1", "2", "3", "4", "5", "6"]) expect(await add(quote)).toMatchObject({ ok: true });
	expect(await add("7")).toMatchObject({ ok: false, error: { fields: { about: expect.stringContaining("VPS") } } });
});

const kenyanTime = (at: number) => new Date(at + 3 * HOUR).toISOString().slice(0, 16);
const minuteOf = (at: number) => at - (at % MINUTE);

test("an announcement is on its pages from its start until its end, with its link", async () => {
	let now = minuteOf(Date.now());
	const shop = await aShop(() => now);
	const { catalogDesk } = shop.services;
	// Within the half hour of an idle session.
	const [from, until] = [now + 10 * MINUTE, now + 20 * MINUTE];
	const text = "Offices are closed on Monday.";
	const link = { link: "/contact", linkText: "Write to us" };
	const form = { text, ...link, place: "public", from: kenyanTime(from), until: kenyanTime(until) };
	expect(await catalogDesk.add(shop.editor, "announcement", new Map(Object.entries(form)))).toMatchObject({ ok: true });
	const preview = await catalogDesk.preview(shop.session);
	const previewed = preview && withCatalog(preview, () => announcementsAt("/", now));
	expect(previewed, "a preview has what comes later").toMatchObject([
		{ text, link: { to: "/contact", text: "Write to us" } },
	]);
	await shop.publish();
	await shop.deliver(2);
	const shown = async (path: string) => {
		const found = await shop.current(now);
		return withCatalog(found, () => [announcementsAt(path, now).length, announcementMark(now) !== ""]);
	};
	const inPortal = async () => {
		const found = await shop.current(now);
		return withCatalog(found, () => portalAnnouncements(now).length);
	};
	now += 30 * SECOND;
	expect(await shown("/")).toEqual([0, false]);
	now = from;
	expect(await shown("/")).toEqual([1, true]);
	expect(await shown("/checkout")).toEqual([1, true]);
	expect(await shown("/dashboard")).toEqual([0, true]);
	expect(await inPortal()).toBe(0);
	expect(await shown("/desk/orders")).toEqual([0, true]);
	now = until;
	expect(await shown("/")).toEqual([0, false]);
	expect((await catalogDesk.draft(shop.session)).content.announcements).toHaveLength(1);
	await shop.save("extension:com", { "register.KES": "1999" });
	expect(await shop.publish()).toMatchObject({ ok: true });
	expect((await catalogDesk.draft(shop.session)).content.announcements).toEqual([]);
});

test.each([
	[{ text: "" }, "text"],
	[{ text: "x".repeat(141) }, "text"],
	[{ place: "home" }, "place"],
	[{ link: "https://example.com", linkText: "There" }, "link"],
	[{ link: "", linkText: "There" }, "link"],
	[{ link: "/contact", linkText: "" }, "linkText"],
	[{ from: "tomorrow" }, "from"],
	[{ from: "2030-02-30T08:00" }, "from"],
	[{ from: "2031-01-01T08:00" }, "until"],
	[{ until: "" }, "until"],
	[{ until: "2020-01-01T08:00" }, "until"],
] as const)("an announcement with %o is refused for its field", async (fields, field) => {
	const { services, editor, session } = await aShop();
	const valid = { text: "Closed on Monday.", place: "everywhere", from: "", until: "2030-12-31T08:00" };
	const form = new Map(Object.entries({ ...valid, ...fields }));
	expect(await services.catalogDesk.add(editor, "announcement", form)).toMatchObject({
		ok: false,
		error: { fields: { [field]: expect.any(String) } },
	});
	expect((await services.catalogDesk.draft(session)).rows).toEqual([]);
});

test("a page never has more than two announcements at a time", async () => {
	const { services, editor, session } = await aShop();
	const add = (place: string, from: string, until: string) =>
		services.catalogDesk.add(
			editor,
			"announcement",
			new Map(Object.entries({ text: `${place} ${from}`, place, from, until })),
		);
	const [first, second, third] = ["2030-01-01T08:00", "2030-01-02T08:00", "2030-01-03T08:00"] as const;
	expect(await add("everywhere", first, third)).toMatchObject({ ok: true });
	expect(await add("public", second, third)).toMatchObject({ ok: true });
	expect(await add("portal", second, third)).toMatchObject({ ok: true });
	const preview = await services.catalogDesk.preview(session);
	expect(preview && withCatalog(preview, () => portalAnnouncements(Date.now()))).toHaveLength(2);
	expect(await add("everywhere", second, third)).toMatchObject({
		ok: false,
		error: { fields: { until: expect.stringContaining("at most 2") } },
	});
	expect(await add("everywhere", third, "2030-01-04T08:00")).toMatchObject({ ok: true });
});

const aPlan = {
	...{ group: "shared", key: "max", name: "Max Hosting", description: "For many sites." },
	...{ "prices.monthly.KES": "9,000", "prices.annual.KES": "90,000", "prices.annual.USD": "699" },
	...{ "resources.diskGb": "500", "resources.websites": "Unlimited", "resources.emailAccounts": "Unlimited" },
	features: "Email at your own domain",
};

test("a plan that staff add is on its page, in the cart and set up with its own package, and stays renewable after a rollback", async () => {
	const shop = await aShop();
	const { catalogDesk } = shop.services;
	const add = () => catalogDesk.add(shop.editor, "plan", new Map(Object.entries(aPlan)));
	expect(await add()).toEqual({ ok: true, value: "plan:shared-max" });
	expect(await add(), "sent twice").toMatchObject({ ok: false, error: { fields: { key: expect.any(String) } } });
	await shop.publish();
	await shop.deliver(2);
	const lineOf = (more: object) =>
		priceLine({ key: "k", productId: "shared-max", quantity: 1, term: "annual", ...more }, "USD");
	withCatalog(await shop.current(Date.now() + HOUR), () => {
		expect(plansOf("shared").map(({ id }) => id)).toContain("shared-max");
		expect(lineOf({})).toMatchObject({ ok: true, value: { kind: "plan", name: "Max Hosting", amount: usd(69_900) } });
		const plan = findSoldPlan("shared-max");
		if (!plan) throw new Error("The plan is not sold");
		expect(plan.features).toEqual(["Unlimited websites", "500 GB storage", "Unlimited mailboxes", aPlan.features]);
		expect(hostingFacts(plan, "annual", kes(90_000))).toMatchObject({
			type: "web",
			resources: { disk: { total: 500 }, domains: { total: "Unlimited" } },
		});
	});

	await shop.save("plan:shared-max", { "prices.monthly.KES": "9,500" });
	await shop.publish();
	await shop.goBack(1);
	await shop.deliver(4);
	withCatalog(await shop.current(Date.now() + 2 * HOUR), () => {
		expect(lineOf({})).toMatchObject({ ok: false });
		expect(lineOf({ planId: "hst_a", term: "monthly" })).toMatchObject({
			ok: true,
			value: { kind: "hosting_renewal" },
		});
	});
});

const anAddon = {
	...{ key: "monitoring", name: "Uptime monitoring", description: "Checks your site each minute." },
	...{ belongsTo: "domain", "prices.monthly.KES": "", "prices.annual.KES": "2,400" },
};

const aDevice = {
	...{ key: "scanner", name: "Barcode scanner", description: "Reads labels.", category: "incotex", image: "handheld" },
	...{ "prices.once.KES": "9,500", features: "USB", rating: "", freeDelivery: "on" },
};

test("an add-on that staff add is sold for what it is for once it is published, and is no longer sold after a rollback", async () => {
	const shop = await aShop();
	const { catalogDesk, cart } = shop.services;
	const add = () => catalogDesk.add(shop.editor, "addon", new Map(Object.entries(anAddon)));
	expect(await add()).toEqual({ ok: true, value: "addon:addon-monitoring" });
	expect(await add(), "sent twice").toMatchObject({ ok: false, error: { fields: { key: expect.any(String) } } });
	const preview = await catalogDesk.preview(shop.session);
	expect(preview && withCatalog(preview, () => soldAddons().map(({ name }) => name))).toContain(anAddon.name);
	const sold = { key: "a", productId: "addon-monitoring", term: "annual" as const, quantity: 1 };
	const quote = () => cart.quote({ items: [registration(aName("com")), sold], currency: "KES" });
	expect((await quote()).problems).toMatchObject([{ key: "a", code: "unknown_product" }]);

	await shop.publish();
	await shop.deliver(2);
	await withCatalog(await shop.current(Date.now() + HOUR), async () => {
		const { lines, problems } = await quote();
		expect(problems).toEqual([]);
		expect(lines).toMatchObject([{}, { name: anAddon.name, kind: "addon", amount: kes(2_400) }]);
		const plan = { key: "p", productId: "shared-starter", term: "annual" as const, quantity: 1 };
		expect((await cart.quote({ items: [plan, sold], currency: "KES" })).problems).toMatchObject([
			{ key: "a", message: "Uptime monitoring is for a domain. Add one to your cart first." },
		]);
		const order = await anOrder(shop.services, { items: [registration(aName("com")), sold] });
		expect(order.quote.lines).toMatchObject([{}, { name: anAddon.name }]);
	});

	await shop.goBack(1);
	await shop.deliver(3);
	await withCatalog(await shop.current(Date.now() + 2 * HOUR), async () => {
		expect((await quote()).problems).toMatchObject([{ key: "a", code: "unknown_product" }]);
		expect(findProduct("addon-monitoring")).toMatchObject({ retired: true });
	});
});

test("an add-on is sold by the month and by the year once it has both prices, and not for a term without one", async () => {
	const shop = await aShop();
	const { catalogDesk, cart } = shop.services;
	const form = new Map(Object.entries({ ...anAddon, "prices.monthly.KES": "250" }));
	expect(await catalogDesk.add(shop.editor, "addon", form)).toMatchObject({ ok: true });
	await shop.publish();
	await shop.deliver(2);
	const domain = registration(aName("com"));
	const addon = { key: "a", productId: "addon-monitoring", quantity: 1 };
	const quote = (term: "monthly" | "annual") => cart.quote({ items: [domain, { ...addon, term }], currency: "KES" });
	await withCatalog(await shop.current(Date.now() + HOUR), async () => {
		expect(await quote("annual")).toMatchObject({ lines: [{}, { amount: kes(2_400), quantity: 1 }], problems: [] });
		expect(await quote("monthly")).toMatchObject({ lines: [{}, { amount: kes(3_000), quantity: 12 }], problems: [] });
		const twice = [domain, { ...addon, term: "annual" as const }, { ...addon, key: "b", term: "monthly" as const }];
		expect((await cart.quote({ items: twice, currency: "KES" })).problems, "one of each for a domain").toMatchObject([
			{ key: "b", message: expect.stringContaining("is already in the cart. Remove one of them.") },
		]);
	});

	const key = "addon:addon-monitoring";
	expect(await shop.save(key, { "prices.monthly.KES": "", "prices.annual.KES": "" })).toMatchObject({
		ok: false,
		error: { fields: { "prices.monthly.KES": expect.stringContaining("for both") } },
	});
	expect(await shop.save(key, { "prices.monthly.KES": "" })).toMatchObject({ ok: true });
	await shop.publish();
	await shop.deliver(3);
	await withCatalog(await shop.current(Date.now() + 2 * HOUR), async () => {
		expect((await quote("monthly")).problems).toMatchObject([{ key: "a", code: "unknown_term" }]);
		expect((await quote("annual")).problems).toEqual([]);
	});
});

test("the count of a device is forgotten with the draft or the planned version that would have sold it", async () => {
	const shop = await aShop();
	const { catalogDesk, stock } = shop.services;
	const id = "hardware-scanner";
	const pieces = async () => (await stock.list(shop.session)).find(({ productId }) => productId === id);
	const addAndCount = async () => {
		await catalogDesk.add(shop.editor, "hardware", new Map(Object.entries(aDevice)));
		const { version = null } = (await pieces()) ?? {};
		const counted = { version, seen: null, counted: 0, reason: "None yet" };
		expect(await stock.count(shop.session, id, counted)).toMatchObject({ ok: true });
	};
	const waiting = async () => (await shop.services.problems.queue(shop.session, { state: "waiting" })).items;
	await addAndCount();
	expect(await waiting()).toMatchObject([{ kind: "stock" }]);
	const [added] = (await catalogDesk.draft(shop.session)).changes;
	await catalogDesk.discard(shop.editor, `hardware:${id}`, added?.row.updatedAt ?? 0);
	expect(await pieces()).toMatchObject({ free: null, lowAt: null });
	expect(await waiting()).toEqual([]);

	await addAndCount();
	await shop.publish(Date.now() + DAY);
	const found = await catalogDesk.version(shop.session, 2);
	expect(found && versionView(found, Date.now()).newDevices).toEqual([aDevice.name]);
	expect(await catalogDesk.cancel(shop.editor, 2, { changes: "keep", reason: "Later" })).toMatchObject({ ok: true });
	expect(await pieces(), "the draft has the device again").toMatchObject({ free: 0 });
	await shop.publish(Date.now() + DAY);
	expect(await catalogDesk.cancel(shop.editor, 3, { changes: "drop", reason: "Never" })).toMatchObject({ ok: true });
	expect(await pieces()).toMatchObject({ free: null, lowAt: null });
	expect(await waiting()).toEqual([]);
});

test("the lists say what a planned version has and customers do not have yet", async () => {
	const shop = await aShop();
	const { catalogDesk } = shop.services;
	await catalogDesk.add(shop.editor, "hardware", new Map(Object.entries(aDevice)));
	const rows = async (kind: "hardware" | "testimonial" | "extension", q: string) =>
		entryRows(await catalogDesk.draft(shop.session), [], { kind, q }, Date.now()).map(({ isPlanned }) => isPlanned);
	expect(await catalogDesk.add(shop.editor, "testimonial", new Map(Object.entries(aTestimonial)))).toMatchObject({
		ok: true,
	});
	await shop.save("extension:com", { "register.KES": "2,100" });
	await shop.publish(Date.now() + DAY);
	expect(await rows("testimonial", aTestimonial.name)).toEqual([true]);
	expect(await rows("hardware", aDevice.name)).toEqual([true]);
	expect(await rows("hardware", "network thermal")).toEqual([false]);
	expect(await rows("extension", "extension:com")).toContain(true);
	await catalogDesk.cancel(shop.editor, 2, { changes: "drop", reason: "No" });
	await catalogDesk.add(shop.editor, "testimonial", new Map(Object.entries(aTestimonial)));
	await shop.publish();
	expect(await rows("testimonial", aTestimonial.name), "published").toEqual([false]);
});

test("a device that staff add is counted before it is published, then sold while there are some, and retired", async () => {
	const shop = await aShop();
	const { catalogDesk, cart, stock } = shop.services;
	const id = "hardware-scanner";
	const count = (counted: number) =>
		stock.count(shop.session, id, { version: null, seen: null, counted, reason: "First delivery" });
	expect(await count(2), "not even in the draft").toMatchObject({ ok: false, error: { kind: "not_found" } });
	const added = await catalogDesk.add(shop.editor, "hardware", new Map(Object.entries(aDevice)));
	expect(added).toEqual({ ok: true, value: `hardware:${id}` });
	const draft = await catalogDesk.draft(shop.session);
	const [row] = entryRows(draft, [], { kind: "hardware", q: "scanner" }, Date.now());
	expect(row).toMatchObject({ name: aDevice.name, isChanged: true, isNew: true });
	const [listed] = draft.changes;
	expect(listed?.changes.slice(-2)).toEqual([
		{ label: "Features", before: "none", after: "USB" },
		{ label: "Free delivery", before: "none", after: "yes" },
	]);
	const reader = await aSignedInMember(["read-only"]);
	const unseen = { version: null, seen: null, counted: 9, reason: "x" };
	expect((await stock.count(reader.session, id, unseen)).ok).toBe(false);
	expect(await count(2)).toEqual({ ok: true, value: null });
	await shop.publish();
	await shop.deliver(2);

	const pieces = (quantity: number) => ({ key: "d", productId: id, term: "once" as const, quantity });
	await withCatalog(await shop.current(Date.now() + HOUR), async () => {
		const quote = (quantity: number) => cart.quote({ items: [pieces(quantity)], currency: "KES" });
		expect(await quote(2)).toMatchObject({ lines: [{ name: aDevice.name, amount: kes(19_000) }], problems: [] });
		expect((await quote(3)).problems).toMatchObject([{ message: expect.stringContaining("Only 2 of") }]);
		await anOrder(shop.services, { items: [pieces(2)] });
		expect((await quote(1)).problems).toMatchObject([{ code: "out_of_stock" }]);
	});

	expect(await shop.save(`hardware:${id}`, { retired: "on" })).toEqual({ ok: true, value: null });
	await shop.publish();
	await shop.deliver(3);
	await withCatalog(await shop.current(Date.now() + 2 * HOUR), async () => {
		expect(soldHardware().map((device) => device.id)).not.toContain(id);
		const { problems } = await cart.quote({ items: [pieces(1)], currency: "KES" });
		expect(problems).toMatchObject([{ code: "unknown_product" }]);
	});
});

test.each([
	["addon", { key: "Monitoring" }, "key"],
	["addon", { key: "ssl" }, "key"],
	["addon", { name: "premium ssl" }, "name"],
	["addon", { belongsTo: "plan,plan" }, "belongsTo"],
	["addon", { webOnly: "on" }, "webOnly"],
	["addon", { "prices.annual.KES": "" }, "prices.monthly.KES"],
	["addon", { "prices.monthly.KES": "free" }, "prices.monthly.KES"],
	["addon", { "prices.annual.KES": "free" }, "prices.annual.KES"],
	["hardware", { key: "pos-terminal" }, "key"],
	["hardware", { category: "phones" }, "category"],
	["hardware", { image: "photo.png" }, "image"],
	["hardware", { "prices.once.KES": "" }, "prices.once.KES"],
	["hardware", { rating: "6" }, "rating"],
	["hardware", { features: "x".repeat(101) }, "features"],
] as const)("a new product (%s) with %o is refused for its field", async (kind, fields, field) => {
	const { services, editor, session } = await aShop();
	const form = new Map(Object.entries({ ...(kind === "addon" ? anAddon : aDevice), ...fields }));
	expect(await services.catalogDesk.add(editor, kind, form)).toMatchObject({
		ok: false,
		error: { fields: { [field]: expect.any(String) } },
	});
	expect((await services.catalogDesk.draft(session)).rows).toEqual([]);
});

test("an extension that staff added is still renewed at its price after a rollback to a version before it", async () => {
	const shop = await aShop();
	const { catalogDesk } = shop.services;
	const added = await catalogDesk.addExtension(shop.editor, "berlin");
	const { rows } = await catalogDesk.draft(shop.session);
	const version = rows[0]?.updatedAt ?? null;
	const key = added.ok ? added.value : "";
	expect(await shop.save(key, { "renew.KES": "9,876" }, version)).toEqual({ ok: true, value: null });
	await shop.publish();
	await shop.goBack(1);
	await shop.deliver(3);
	withCatalog(await shop.current(Date.now() + HOUR), () => {
		expect(isSold("berlin")).toBe(false);
		expect(renewalPrice("berlin")).toEqual(kes(9_876));
	});
	// Sold again by going back to its own version.
	await shop.goBack(2);
	await shop.deliver(4);
	withCatalog(await shop.current(Date.now() + 2 * HOUR), () => expect(isSold("berlin")).toBe(true));
});

test.each([
	[{ key: "Max Plan" }, "key"],
	[{ key: "business" }, "key"],
	[{ group: "home" }, "group"],
	[{ name: "" }, "name"],
	[{ "prices.annual.KES": "", "prices.annual.USD": "" }, "prices.annual.KES"],
	[{ "prices.monthly.KES": "0" }, "prices.monthly.KES"],
	[{ "resources.diskGb": "" }, "resources.diskGb"],
	[{ group: "vps" }, "resources.vcpu"],
	[{ group: "email" }, "name"],
	[{ group: "pricing", name: "Max plan" }, "name"],
	[{ group: "package", name: "Max Package" }, "name"],
	[{ group: "web", name: "Web Max" }, "name"],
	[{ group: "email", name: "Email Max" }, "resources.mailboxes"],
	[{ "resources.websites": "many" }, "resources.websites"],
] as const)("a new plan with %o is refused for its field", async (fields, field) => {
	const { services, editor, session } = await aShop();
	const form = new Map(Object.entries({ ...aPlan, ...fields }));
	expect(await services.catalogDesk.add(editor, "plan", form)).toMatchObject({
		ok: false,
		error: { fields: { [field]: expect.any(String) } },
	});
	expect((await services.catalogDesk.draft(session)).rows).toEqual([]);
});

test("a version of an earlier release has no texts, and is still read", async () => {
	const shop = await aShop();
	await shop.save("extension:com", { "register.KES": "1999" });
	await shop.publish();
	await env.DB.prepare(
		"update catalog_versions set content = json_remove(content, '$.testimonials', '$.announcements')",
	).run();
	await shop.deliver(2);
	expect(shop.contents.get(2)).toContain('"testimonials":[]');
	expect((await shop.current()).testimonials).toEqual([]);
});

test("only a test shop shows sample testimonials, until some are published", async () => {
	const real = { id: "tst_a", name: "Amina", quote: "Up.", about: "vps", rating: 5, position: 1 } as const;
	expect(testimonialsAbout("vps", false)).toEqual([]);
	expect(testimonialsAbout("vps", true)).toHaveLength(3);
	const published = toCatalog(2, { ...firstContent, testimonials: [real] });
	withCatalog(published, () => expect(testimonialsAbout("vps", true)).toEqual([real]));
});

test("exported prices can be imported again, and a damaged file names its line", async () => {
	const shop = await aShop();
	const { catalogDesk } = shop.services;
	const text = (await catalogDesk.exportPrices(shop.session)) ?? "";
	expect(await catalogDesk.importPrices(shop.editor, text)).toMatchObject({ ok: false, error: { kind: "conflict" } });
	const dearer = text.replace("extension:com,.com,register,1750,12.99", "extension:com,.com,register,1800,13.49");
	expect(dearer).not.toBe(text);
	expect(await catalogDesk.importPrices(shop.editor, dearer)).toEqual({ ok: true, value: { prices: 1, costs: 0 } });
	const { changes } = await catalogDesk.draft(shop.session);
	expect(changes.map((one) => one.changes)).toEqual([
		[
			{ label: "First year, Ksh", before: "1,750", after: "1,800" },
			{ label: "First year, USD", before: "12.99", after: "13.49" },
		],
	]);
	for (const [broken, message] of [
		[text.replace("Product,", "Item,"), /The first line must be/],
		[text.replace("extension:com,", "extension:nope,"), /^Line \d+: there is no product extension:nope/],
		[text.replace(",1750,12.99", ",many,12.99"), /Enter an amount/],
		[text.replace(",1750,12.99", ",0,12.99"), /above zero/],
	] as const)
		expect(await catalogDesk.importPrices(shop.editor, broken)).toMatchObject({
			ok: false,
			error: { fields: { file: expect.stringMatching(message) } },
		});
});

test("all versions are listed, page by page, with the one that applies and the code's at the end", async () => {
	const { services, session } = await aShop();
	await env.DB.prepare(
		`with recursive n(i) as (select 2 union all select i + 1 from n where i < 70)
		insert into catalog_versions (number, content, note, author, created_at, live_at, distributed_at, cancelled_at)
		select i, '{}', 'note', 'Wanjiku', i, i, i, iif(i = 70, 1, null) from n`,
	).run();
	const rows: { number: number; state: string }[] = [];
	for (let after: string | undefined; ; ) {
		const page = await services.catalogDesk.versionPage(session, after);
		rows.push(...versionRows(page, Date.now()));
		if (page.next === null) break;
		after = page.next;
	}
	expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 70 }, (_, index) => 70 - index));
	expect(rows.filter(({ state }) => state === "current").map(({ number }) => number)).toEqual([69]);
});
