import { globSync, readFileSync } from "node:fs";
import type { APIRequestContext } from "@playwright/test";
import { staticPaths } from "~/static-paths";
import { buttonsOf, idsOf, linksOf } from "../support/html";
import { addressOf, pages } from "../support/pages";
import { expect, test } from "../support/shop";

/** Addresses of other companies that pages may link to. */
const outside = [
	/^https:\/\/wa\.me\/254\d{9}\?text=Hi!%20I%20need%20assistance\.$/,
	/^https:\/\/www\.odpc\.go\.ke\/$/,
	/^otpauth:\/\/totp\//,
];
const contacts = [/^tel:\+254\d{9}$/, /^mailto:(support|sales)@[\w.-]+(\?subject=\w+)?$/];

const isPrivate = (pattern: string) => pattern.startsWith("/dashboard");

/** Addresses that exist only locally or for a started payment. */
const passing = (pattern: string) => /^\/(dev|sandbox|pay)\//.test(pattern);

test("every link of every page leads to an existing page and section", async ({ shop, demo, context }) => {
	test.slow();
	const { id } = await demo();
	const site = createReader(context.request, shop.origin);
	const addresses = await Promise.all(
		pages.filter((pattern) => !passing(pattern)).map((pattern) => addressOf(pattern, shop, id)),
	);
	const links = new Map<string, { href: string; from: string }>();
	for (const address of addresses) {
		if (!address) continue;
		const { html } = await site.read(address);
		for (const href of linksOf(html))
			links.set(`${href.startsWith("#") ? address : ""} ${href}`, { href, from: address });
	}
	expect(links.size).toBeGreaterThan(100);
	const problems = await Promise.all([...links.values()].map(problemWith));
	expect(problems.filter(Boolean)).toEqual([]);

	async function problemWith({ href, from }: { href: string; from: string }): Promise<string | null> {
		const problem = await whatIsWrong(href, from);
		return problem && `${from}: ${href}: ${problem}`;
	}

	async function whatIsWrong(href: string, from: string): Promise<string | null> {
		if (/^(tel|mailto):/.test(href)) return contacts.some((known) => known.test(href)) ? null : "no contact of ours";
		const url = new URL(href, new URL(from, shop.origin));
		if (url.origin !== shop.origin) return outside.some((known) => known.test(href)) ? null : "not known";
		if (href === "" || href === "#") return "leads nowhere";
		if (/^\/(dev|sandbox)\//.test(url.pathname)) return null;
		const { status, html } = await site.read(url.pathname + url.search);
		if (status >= 400) return `answers ${status}`;
		if (url.hash === "" || status >= 300) return null;
		return idsOf(html).has(url.hash.slice(1)) ? null : `has no ${url.hash}`;
	}
});

test("every button of a page without React belongs to a form or an island", async ({ shop, request }) => {
	const islands = globSync("app/islands/*.ts")
		.map((file) => readFileSync(file, "utf8"))
		.join("\n");
	const site = createReader(request, shop.origin);
	const dead: string[] = [];
	for (const path of staticPaths) {
		const { status, html } = await site.read(path);
		expect(status, path).toBe(200);
		for (const { tag, inForm } of buttonsOf(html)) {
			const hooks = [...tag.matchAll(/\s(data-[\w-]+)/g)].map(([, name = ""]) => name);
			const handled = hooks.some((name) => islands.includes(`[${name}]`));
			if (!handled && !(inForm && tag.includes('type="submit"'))) dead.push(`${path}: ${tag}`);
		}
	}
	expect(dead).toEqual([]);
});

test("every address of the route table is a public page or asks to sign in", () => {
	const table =
		"/ /domains /domains/search /hosting /hosting/web /hosting/vps /hosting/reseller /pricing /services /select-domain /cart /login /register /verify-email /forgot-password /reset-password /status /contact /security /scaling /developer /support /terms /privacy /transfer /logout";
	const addresses = "/dashboard /dashboard/domains /dashboard/hosting /dashboard/projects /dashboard/cart";
	for (const path of table.split(" ")) expect(pages.filter((page) => !isPrivate(page))).toContain(path);
	for (const path of addresses.split(" ")) expect(pages.filter(isPrivate)).toContain(path);
});

/** Asks for each address once. */
function createReader(request: APIRequestContext, origin: string) {
	const known = new Map<string, Promise<{ status: number; html: string }>>();
	async function ask(address: string) {
		const response = await request.get(new URL(address, origin).href, { maxRedirects: 0 });
		const status = response.status();
		return { status, html: status < 300 ? await response.text() : "" };
	}
	return {
		read(address: string) {
			const answer = known.get(address) ?? ask(address);
			known.set(address, answer);
			return answer;
		},
	};
}
