import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { accountLimits } from "~/features/accounts/account-limits";
import { domainListSchema } from "~/features/domains/portfolio.schema";
import { projectListSchema } from "~/features/projects/projects.schema";
import { HOUR, SECOND } from "~/lib/durations";
import { sha256Hex } from "~/lib/sha256";
import type { Overrides } from "~/services.server";
import { aClient } from "../support/accounts";
import { aCustomer, aSession, testServices } from "../support/factories";

/** Services that count hashes without computing any. */
function countingHashes(overrides: Overrides = {}) {
	const counted = { hashes: 0 };
	const count = async () => {
		counted.hashes += 1;
	};
	const passwords = {
		hash: async () => "",
		verify: async () => count().then(() => ({ matches: false, stale: false })),
		simulateVerify: count,
	};
	return { services: testServices({ passwords, ...overrides }), counted };
}

test("a flood of sign-ins from one client is refused before any hashing", async () => {
	const { services, counted } = countingHashes();
	const client = aClient();
	const answers = await Promise.all(
		Array.from({ length: 200 }, (_, n) =>
			services.accounts.login({ email: `nobody.${n}@example.com`, password: "a guess", remember: false }, client, null),
		),
	);
	const { limit } = accountLimits.signInBurst;
	expect(counted.hashes).toBe(limit);
	expect(answers.filter((answer) => !answer.ok && answer.error.kind === "rate_limited")).toHaveLength(200 - limit);
});

test("a flood of sign-ins to one account from many addresses is refused before any hashing", async () => {
	const { services, counted } = countingHashes();
	const { email } = await aCustomer();
	await Promise.all(
		Array.from({ length: 200 }, () =>
			services.accounts.login({ email, password: "a guess", remember: false }, aClient(), null),
		),
	);
	expect(counted.hashes).toBe(accountLimits.signInPerAccount.limit);
});

const many = 3_000;

/** Adds more rows than a person would create. */
const plenty: Readonly<Record<string, string>> = {
	domains: `(id, user_id, name, tld, status, nameservers, created_at, updated_at)
		select 'dom_' || ?1 || i, ?1, 'name-' || i || '.co.ke', 'co.ke', 'active', '[]', i, i from n`,
	projects: `(id, user_id, name, description, client, status, priority, progress, technologies, team, created_at, updated_at)
		select 'prj_' || ?1 || i, ?1, 'Project ' || i, '', '', 'planned', 'low', 0, '[]', '[]', i, i from n`,
	invoices: `(id, number, user_id, state, currency, subtotal, discount, tax, shipping, total, billed_to, issued_at, due_at)
		select 'inv_' || ?1 || i, ?1 || i, ?1, 'open', 'KES', 1, 0, 0, 0, 1, '{}', i, i from n`,
	notifications: `(id, user_id, kind, title, body, created_at)
		select 'ntf_' || ?1 || i, ?1, 'sample', 'Notice ' || i, '', i from n`,
	activity_log: `(id, user_id, actor, kind, message, created_at)
		select 'act_' || ?1 || i, ?1, 'system', 'sample', 'Event ' || i, i from n`,
};

test("a page shows a limited number of rows, however many a customer has", async () => {
	const user = await aCustomer();
	const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${many})`;
	await env.DB.batch(
		Object.entries(plenty).map(([table, rows]) =>
			env.DB.prepare(`insert into ${table} ${rows.replace("select", `${numbers} select`)}`).bind(user.id),
		),
	);
	const services = testServices();
	const owner = { sessionHash: sha256Hex((await aSession(user, { services })).token) };
	const pages = {
		domains: await services.portfolio.list(owner, domainListSchema.parse({})),
		projects: await services.projects.list(owner, projectListSchema.parse({})),
		invoices: await services.billing.list(owner, { tab: "all" }),
		notices: await services.notifications.list(owner),
		activity: await services.activity.list(owner),
		overview: await services.overview(owner),
		search: await services.search(owner, "name"),
	};
	for (const [page, data] of Object.entries(pages)) expect(JSON.stringify(data).length, page).toBeLessThan(60_000);
	expect(pages.domains.next).not.toBeNull();
});

test("a clock that jumps signs no one out and locks no one out", async () => {
	const now = Date.now();
	const at = (time: number) => countingHashes({ clock: () => now + time }).services;
	const user = await aCustomer();
	const { cookie } = await aSession(user, { services: at(HOUR) });
	for (const time of [0, -HOUR, HOUR])
		expect((await at(time).sessions.viewer({ cookie }).customer())?.id, String(time)).toBe(user.id);

	const attempt = { email: user.email, password: "a guess", remember: false };
	const client = aClient();
	const guess = (time: number) => at(time).accounts.login(attempt, client, null);
	// Counted by a clock an hour ahead that was corrected afterwards.
	for (let time = 0; time < 6; time += 1) await guess(HOUR);
	expect(await guess(HOUR + 20 * SECOND)).toMatchObject({ error: { kind: "rate_limited" } });
	expect(await guess(0)).toMatchObject({ error: { kind: "unauthenticated" } });
});
