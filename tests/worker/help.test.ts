import { env, exports } from "cloudflare:workers";
import { RouterContextProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { servicesContext } from "~/context";
import type { ArticleContent } from "~/features/help/article";
import { firstArticles, firstHelp } from "~/features/help/first-articles/first-articles";
import { publishedHelp } from "~/features/help/help.server";
import type { Role } from "~/features/staff/permissions";
import { HOUR, SECOND } from "~/lib/durations";
import { ServiceUnavailable } from "~/lib/service-unavailable.server";
import type { ContentStore } from "~/platform/content-store/content-store";
import { loader as listLoader } from "~/routes/desk/help";
import { action as editAction, loader as editLoader } from "~/routes/desk/help-edit";
import { action as createAction } from "~/routes/desk/help-new";
import { loader as previewLoader } from "~/routes/desk/help-preview";
import { loader as homeLoader } from "~/routes/storefront/help";
import { loader as articleLoader } from "~/routes/storefront/help-article";
import { testServices } from "../support/factories";
import { expectConsoleError } from "../support/fail-on-console";
import { aSignedInMember, deskArgs, statusOf } from "../support/staff";

/** The store of a location, without the delays of KV. */
function memoryStore() {
	const contents = new Map<number, string>();
	const state = { pointer: null as number | null, broken: false };
	const store: ContentStore = {
		async current() {
			if (state.broken) throw new ServiceUnavailable("broken");
			return state.pointer;
		},
		read: async (version) => contents.get(version) ?? null,
		async write(version, content) {
			contents.set(version, content);
		},
		async publish(version) {
			state.pointer = version;
		},
	};
	return { store, contents, state };
}

beforeEach(async () => {
	await env.DB.batch([env.DB.prepare("delete from help_versions"), env.DB.prepare("delete from help_articles")]);
});

const draft: ArticleContent = {
	slug: "park-a-domain",
	title: "Park a domain",
	section: "domains",
	summary: "What a parked domain shows to visitors.",
	body: "## Parking\n\nA parked domain shows a page about **giraffes**.",
	position: 5,
};

async function aHelp(roles: readonly Role[] = ["support"]) {
	let now = Date.now();
	const location = memoryStore();
	const services = testServices({ helpStore: location.store, helpMemory: publishedHelp(), clock: () => now });
	const { member, session, cookie } = await aSignedInMember(roles);
	const writer = { session, member: { name: member.name } };
	const { helpDesk } = services;
	/** As if a minute had passed since the queue brought the events. */
	const distribute = async () => {
		await helpDesk.distribute();
		now += 60 * SECOND;
	};
	const versionOf = async (id: string) => (await helpDesk.find(session, id))?.article.version ?? null;
	const create = async (content: ArticleContent = draft) => {
		const created = await helpDesk.create(writer, content);
		if (!created.ok) throw new Error(created.error.message);
		return created.value.id;
	};
	const publish = async (id: string) => {
		const done = await helpDesk.publish(writer, id, await versionOf(id));
		await distribute();
		return done;
	};
	const visit = async <T>(
		loader: (args: never) => Promise<T>,
		address: string,
		params: Record<string, string> = {},
	) => {
		const context = new RouterContextProvider();
		context.set(servicesContext, services);
		const url = new URL(address, "https://kikoa.test");
		return loader({ context, params, url, request: new Request(url) } as never);
	};
	const read = (slug: string) => visit(articleLoader, `/help/${slug}`, { slug }).catch((thrown: unknown) => thrown);
	const skip = (ms: number) => {
		now += ms;
	};
	return {
		services,
		location,
		helpDesk,
		writer,
		session,
		cookie,
		distribute,
		versionOf,
		create,
		publish,
		visit,
		read,
		skip,
	};
}

type Answer = { data: { article: { title: string; blocks: unknown } | null } };
const titleIn = (answer: unknown) => (answer as Answer).data.article?.title;

test("the help has the articles of the code until staff publish, without the database", async () => {
	const { services, visit, read } = await aHelp();
	services.db.roundTrips satisfies number;
	const before = services.db.roundTrips;
	const home = await visit(homeLoader, "/help");
	expect(home.sections.flatMap(({ articles }) => articles)).toHaveLength(firstArticles.length);
	expect((await visit(homeLoader, "/help?q=mpesa")).results[0]?.slug).toBe("pay-by-mpesa");
	expect(titleIn(await read("pay-by-mpesa"))).toBe("Pay an invoice with M-Pesa");
	expect(services.db.roundTrips).toBe(before);
});

test("a draft is never shown to visitors, and a published article is, without the database", async () => {
	const { services, create, publish, distribute, visit, read, location } = await aHelp();
	const id = await create();
	await distribute();
	expect(statusOf(await read("park-a-domain"))).toBe(404);
	expect((await visit(homeLoader, "/help?q=giraffes")).results).toEqual([]);
	expect(JSON.stringify([...location.contents.values()])).not.toContain("giraffes");
	expect(await publish(id)).toMatchObject({ ok: true, value: { number: 2 } });
	const before = services.db.roundTrips;
	expect(titleIn(await read("park-a-domain"))).toBe("Park a domain");
	expect((await visit(homeLoader, "/help?q=giraffe")).results.map(({ slug }) => slug)).toEqual(["park-a-domain"]);
	expect(titleIn(await read("pay-by-mpesa")), "the articles of the code stay").toBeDefined();
	expect(services.db.roundTrips).toBe(before);
});

test("a saved change waits for the publish", async () => {
	const { helpDesk, writer, session, create, publish, versionOf, read } = await aHelp();
	const id = await create();
	await publish(id);
	const changed = { ...draft, title: "Park a domain name", body: "Elephants." };
	expect(await helpDesk.save(writer, id, await versionOf(id), changed)).toEqual({ ok: true, value: null });
	expect(titleIn(await read(draft.slug))).toBe("Park a domain");
	await publish(id);
	expect(titleIn(await read(draft.slug))).toBe("Park a domain name");
	expect(await helpDesk.publish(writer, id, await versionOf(id))).toMatchObject({ ok: false });
	const versions = (await helpDesk.find(session, id))?.versions;
	expect(versions?.map(({ number, content }) => [number, content?.title])).toEqual([
		[3, "Park a domain name"],
		[2, "Park a domain"],
	]);
});

test("an article of the code can be changed, taken off, and brought back", async () => {
	const { helpDesk, writer, publish, versionOf, read, distribute } = await aHelp();
	const [first] = firstHelp.articles;
	if (!first) throw new Error("There are no articles");
	const { id, slug } = first;
	expect(await helpDesk.save(writer, id, null, { ...first, title: "Changed" })).toMatchObject({ ok: true });
	await distribute();
	expect(titleIn(await read(slug))).toBe(first.title);
	await publish(id);
	expect(titleIn(await read(slug))).toBe("Changed");
	expect(await helpDesk.unpublish(writer, id, await versionOf(id), "Out of date")).toMatchObject({ ok: true });
	await distribute();
	expect(statusOf(await read(slug))).toBe(404);
	const back = { version: await versionOf(id), number: 1, reason: "It was right" };
	expect(await helpDesk.restore(writer, id, back)).toMatchObject({ ok: true, value: { number: 4 } });
	await distribute();
	expect(titleIn(await read(slug))).toBe(first.title);
});

test("going back keeps a draft that has changes", async () => {
	const { helpDesk, writer, session, create, publish, versionOf, read, distribute } = await aHelp();
	const id = await create();
	await publish(id);
	await helpDesk.save(writer, id, await versionOf(id), { ...draft, title: "Second" });
	await publish(id);
	await helpDesk.save(writer, id, await versionOf(id), { ...draft, title: "Third" });
	await helpDesk.restore(writer, id, { version: await versionOf(id), number: 2, reason: "Second was wrong" });
	await distribute();
	expect(titleIn(await read(draft.slug))).toBe("Park a domain");
	expect((await helpDesk.find(session, id))?.article.draft.title).toBe("Third");
	expect(await helpDesk.discard(writer, id, await versionOf(id))).toEqual({ ok: true, value: "draft" });
	expect((await helpDesk.find(session, id))?.article.draft.title).toBe("Park a domain");
});

test("the old address of an article leads to the new one", async () => {
	const { helpDesk, writer, create, publish, versionOf, read } = await aHelp();
	const id = await create();
	await publish(id);
	await helpDesk.save(writer, id, await versionOf(id), { ...draft, slug: "parking" });
	expect(titleIn(await read("park-a-domain")), "not before the publish").toBe("Park a domain");
	await publish(id);
	const answer = (await read("park-a-domain")) as Response;
	expect([answer.status, answer.headers.get("Location")]).toEqual([301, "/help/parking"]);
	expect(titleIn(await read("parking"))).toBe("Park a domain");
	const upper = (await read("PARKING")) as Response;
	expect(upper.headers.get("Location")).toBe("/help/parking");
});

test("two people who edit an article don't overwrite each other", async () => {
	const { helpDesk, writer, session, create, versionOf } = await aHelp();
	const id = await create();
	const seen = await versionOf(id);
	const save = (title: string) => helpDesk.save(writer, id, seen, { ...draft, title });
	const answers = await Promise.all([save("Mine"), save("Theirs")]);
	expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
	expect(answers.find(({ ok }) => !ok)).toMatchObject({ error: { kind: "conflict", code: "changed_meanwhile" } });
	expect(await helpDesk.publish(writer, id, seen)).toMatchObject({ error: { code: "changed_meanwhile" } });
	const title = (await helpDesk.find(session, id))?.article.draft.title;
	const kept = await Promise.all([id, id].map(() => versionOf(id)));
	const published = await Promise.all(kept.map((version) => helpDesk.publish(writer, id, version)));
	expect(published.filter(({ ok }) => ok)).toHaveLength(1);
	expect(["Mine", "Theirs"]).toContain(title);
});

test("two articles can't have the same address, also if one has it only on the site", async () => {
	const { helpDesk, writer, create, publish, versionOf } = await aHelp();
	const id = await create();
	await publish(id);
	await helpDesk.save(writer, id, await versionOf(id), { ...draft, slug: "parking" });
	for (const slug of ["park-a-domain", "parking", "pay-by-mpesa"])
		expect(await helpDesk.create(writer, { ...draft, slug }), slug).toMatchObject({
			ok: false,
			error: { fields: { slug: expect.any(String) } },
		});
	const both = await Promise.all([1, 2].map(() => helpDesk.create(writer, { ...draft, slug: "same" })));
	expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
});

test("a location keeps the help if the store fails, and a new one reads the database", async () => {
	const { services, create, publish, read, location, skip } = await aHelp();
	await publish(await create());
	expect(titleIn(await read(draft.slug))).toBe(draft.title);
	expectConsoleError();
	location.state.broken = true;
	skip(HOUR);
	expect(titleIn(await read(draft.slug))).toBe(draft.title);
	const fresh = testServices({ helpStore: location.store, helpMemory: publishedHelp() });
	expect((await fresh.help.current()).bySlug.has(draft.slug)).toBe(true);
	expect(services.clock()).toBeGreaterThan(0);
});

test("someone without the permission finds and changes nothing", async () => {
	const own = await aHelp();
	const id = await own.create();
	const other = await aHelp(["finance"]);
	expect((await other.helpDesk.list(other.session)).filter(({ version }) => version !== null)).toEqual([]);
	const version = await own.versionOf(id);
	for (const changed of [
		await other.helpDesk.create(other.writer, { ...draft, slug: "other" }),
		await other.helpDesk.save(other.writer, id, version, { ...draft, title: "x" }),
		await other.helpDesk.publish(other.writer, id, version),
		await other.helpDesk.save(other.writer, firstArticles[0]?.id ?? "", null, { ...draft, slug: "x" }),
	])
		expect(changed.ok).toBe(false);
	expect((await own.helpDesk.find(own.session, id))?.article).toMatchObject({ draft, published: null });
});

test("the desk's forms name the field that is wrong and keep what was typed", async () => {
	const { services, cookie } = await aHelp();
	const good = { title: "Park", slug: "", section: "domains", summary: "Short.", body: "Text", position: "5" };
	const send = (form: Record<string, string>) =>
		createAction(
			deskArgs({ services, cookie, address: "/desk/help/new", form: { intent: "create", ...good, ...form } }) as never,
		) as Promise<unknown>;
	for (const [field, value] of [
		["title", " "],
		["slug", "Not a slug!"],
		["section", "elsewhere"],
		["summary", "x".repeat(161)],
		["body", ""],
		["position", "-1"],
	] as const)
		expect(await send({ [field]: value }), field).toMatchObject({
			init: { status: 400 },
			data: { failure: { fields: { [field]: expect.any(String) } }, values: { title: expect.any(Array) } },
		});
	expect(statusOf(await send({ title: "Park: a domain!" }))).toBe(303);
	const { data } = await listLoader(deskArgs({ services, cookie, address: "/desk/help?q=park" }) as never);
	expect(data.rows).toMatchObject([{ address: "/help/park-a-domain", state: "draft" }]);
});

test("the desk shows an article, previews its draft and publishes it", async () => {
	const { services, cookie, create, session } = await aHelp();
	const articleId = await create();
	const args = (form?: Record<string, string>) =>
		deskArgs({
			services,
			cookie,
			address: `/desk/help/${articleId}`,
			params: { articleId },
			...(form && { form }),
		}) as never;
	const before = services.db.roundTrips;
	const { article, mayEdit } = await editLoader(args());
	expect(services.db.roundTrips).toBe(before + 1);
	expect([article.state, article.isNew, mayEdit]).toEqual(["draft", true, true]);
	const preview = await previewLoader(args());
	expect(preview.article).toMatchObject({ title: "Park a domain", section: "Domains" });
	const stale = await editAction(args({ intent: "publish", version: "1" }));
	expect(statusOf(stale)).toBe(409);
	expect(statusOf(await editAction(args({ intent: "publish", version: article.version })))).toBe(303);
	expect((await editLoader(args())).article.state).toBe("published");
	const { items } = await services.staff.auditLog.list(session, { subject: articleId });
	// Support may not read the audit log.
	expect(items).toEqual([]);
	const owner = await aSignedInMember(["owner"]);
	const log = await services.staff.auditLog.list(owner.session, { subject: articleId });
	expect(log.items.map(({ kind }) => kind).toSorted()).toEqual(["help.created", "help.published"]);
});

test("what someone writes gets at most three articles, from the API", async () => {
	const ask = (body: unknown) =>
		exports.default.fetch(
			new Request("https://kikoa.test/api/help/suggestions", {
				method: "POST",
				headers: { "Content-Type": "application/json", Origin: "https://kikoa.test" },
				body: JSON.stringify(body),
			}),
		);
	const answer = await ask({ text: "How do I pay my invoice with Mpesa, and point my domain to my hosting?" });
	const { articles } = (await answer.json()) as { articles: { slug: string }[] };
	expect(articles.map(({ slug }) => slug)).toEqual(
		expect.arrayContaining(["pay-by-mpesa", "point-a-domain-to-hosting"]),
	);
	expect(articles.length).toBeLessThanOrEqual(3);
	expect(await (await ask({ text: "" })).json()).toEqual({ articles: [] });
	const refused = await ask({ text: 5 });
	expect([refused.status, await refused.json()]).toMatchObject([400, { fields: { text: expect.any(String) } }]);
});

test("all versions of an article are on its page, page by page", async () => {
	const { helpDesk, session, create, publish } = await aHelp();
	const id = await create();
	await publish(id);
	await env.DB.prepare(
		`with recursive n(i) as (select 101 union all select i + 1 from n where i < 160)
		insert into help_versions (number, article_id, content, author, created_at, distributed_at)
		select i, ?, null, 'Wanjiku', i, i from n`,
	)
		.bind(id)
		.run();
	const numbers: number[] = [];
	for (let after: string | undefined; ; ) {
		const found = await helpDesk.find(session, id, after);
		numbers.push(...(found?.versions ?? []).map(({ number }) => number));
		if (!found?.next) break;
		after = found.next;
	}
	expect(numbers).toHaveLength(61);
	expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => b - a));
});
