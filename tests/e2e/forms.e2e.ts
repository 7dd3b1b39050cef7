import { demoSignIn } from "../../scripts/database.mjs";
import { defaultEntries, formsOf, type HtmlField } from "../support/forms";
import { type Page, plainBrowser } from "../support/plain-browser";
import { fillForm, newPassword } from "../support/portal-answers";
import { isTyped, linksWithin, type PortalForm, portalForms, refusalProblems, routeAt } from "../support/portal-forms";
import { routeTable } from "../support/route-table";
import { expect, type Shop, startShop, test } from "../support/shop";
import { aSignIn, customerIdOf } from "../support/sign-in";

/** The cart is in the browser, so its changes are not in the activity log. */
const isCart = (key: string) => key.startsWith("/dashboard/cart ");

/** Other changes that are not in the activity log, with the reason. */
const unlogged: Readonly<Record<string, string>> = {
	"/dashboard/domains intent=refresh":
		"only what the registries say differently is a change, and each such name has its entry",
	"/dashboard/support/:ticketId intent=answer key= body": "the ticket keeps its messages",
	"/dashboard/support/:ticketId/files file": "the ticket keeps its files",
	"/dashboard/confirm username,password": "opens what is sensitive for ten minutes, and changes nothing",
	"/logout": "a sign-in that goes on is listed under Security, one that has ended is not",
};

/** Actions without a form that this browser can send. */
const elsewhere: Readonly<Record<string, string>> = {
	"/dashboard/account-settings/security/passkeys": "a passkey takes script to make: account.e2e.ts",
	"/dashboard/domains/offers/:pushId": "exists while another customer offers a domain: domain-pushes.test.ts",
	"/dashboard/stop": "is for staff who signed in as the customer: sign-in-as-customer.test.ts",
	"/dashboard/projects/:projectId/upload": "takes by script what the page of files takes without",
	"/dashboard/support/:ticketId/upload": "takes by script what the ticket's page takes without",
};

/** Responses that are not pages. */
const answers: Readonly<Record<string, string>> = {
	"/dashboard/account-settings/your-data/download": "a file",
	"/dashboard/account-settings/security/two-factor": "recovery codes, which are shown this once",
	"/dashboard/domains/:domainId/auth-code": "the code, which is shown this once",
	"/dashboard/domains/:domainId/dns/import": "what the file would change",
	"/dashboard/domains/selected": "the result of each domain",
};

/** Forms that end or delete things that others need are sent last, in this order. */
const late: readonly RegExp[] = [
	/intent=(remove|delete|cancel|forget|off|dnssec)|intent=lock .*on=on|^\/dashboard\/notifications$/,
	/^\/dashboard\/domains\/:domainId\/delete/,
	/currentPassword/,
	/your-data\/delete/,
	/^\/logout/,
];

/** What an earlier form has ended and a later one needs. */
const needed: readonly (readonly [RegExp, string])[] = [
	// The test does not store the key of the second factor.
	[/currentPassword/, "UPDATE users SET totp_secret = NULL, totp_since = NULL, totp_last_step = NULL WHERE id = ?"],
	[
		/^\/dashboard\/quotes\//,
		"UPDATE proposals SET state = 'open', decided_at = NULL, order_id = NULL WHERE user_id = ?",
	],
	[/intent=rate/, "UPDATE tickets SET status = 'waiting' WHERE status = 'open' AND user_id = ?"],
];

const lateness = ({ key }: PortalForm) => late.findIndex((pattern) => pattern.test(key));

test("every form of the portal works as a browser without script sends it, and the activity log shows the change", async () => {
	// Sends every form twice, refused and accepted. A slow machine needs more than three minutes.
	test.setTimeout(300_000);
	const { shop, end } = await startShop();
	try {
		const walk = await startWalk(shop);
		const forms = await walk.find();
		const refused = await walk.refuse(forms);
		expect([...refused, ...(await walk.send(forms))]).toEqual([]);
	} finally {
		await end();
	}
});

test("a form sent after the session has ended is returned on its own page, to be sent again", async ({ shop }) => {
	const customer = await customerIdOf(shop, "amani@example.com");
	const address = "/dashboard/account-settings";
	const browser = plainBrowser(shop, { session: await aSignIn(shop, customer, "kept1") });
	const page = await browser.open(address);
	const profile = formsOf(page.html).find(({ fields }) => fields.some(({ name }) => name === "firstName"));
	if (!profile) throw new Error("There is no form of the profile.");
	browser.jar.delete("session");
	const typed = defaultEntries(profile);
	const kept = await browser.send(page, profile, typed);
	expect([kept.status, kept.address]).toEqual([401, address]);
	const again = formsOf(kept.html).find(({ action }) => action === address);
	if (!again) throw new Error("There is no form to send again.");
	expect(defaultEntries(again)).toEqual(typed);
	expect(again.fields.every(({ type }) => type === "hidden")).toBe(true);
	browser.jar.set("session", await aSignIn(shop, customer, "kept2"));
	const saved = await browser.send(kept, again, typed);
	expect([saved.status, saved.address]).toEqual([200, address]);
	expect(saved.html).toContain("Profile information updated successfully!");
});

async function startWalk(shop: Shop) {
	const customer = await customerIdOf(shop, "amani@example.com");
	const database = await shop.database();
	const browser = plainBrowser(shop);
	let { password } = await demoSignIn();
	let sessions = 0;

	async function signIn(confirmed: boolean): Promise<void> {
		sessions += 1;
		browser.jar.set("session", await aSignIn(shop, customer, `walk${sessions}`, { confirmed }));
	}

	async function open(address: string): Promise<Page> {
		const page = await browser.open(address);
		if (!page.address.startsWith("/login")) return page;
		await signIn(true);
		return browser.open(address);
	}

	const log = () =>
		database.prepare("SELECT count(*) AS n FROM activity_log WHERE user_id = ?").bind(customer).first<number>("n");

	async function sendOne(form: PortalForm): Promise<{ answer: Page; problem: string | null }> {
		for (const [pattern, sql] of needed) if (pattern.test(form.key)) await database.prepare(sql).bind(customer).run();
		const before = await log();
		const filled = fillForm(form.form, form.page, password);
		const answer = await browser.send(form.page, form.form, withButton(form, filled));
		if (/currentPassword/.test(form.key) && answer.redirected) password = newPassword;
		const there = answer.status === 200 && (answer.redirected || form.pattern in answers);
		if (!there) return { answer, problem: `is answered ${answer.status} at ${answer.address}: ${messages(answer)}` };
		const logged = (await log()) !== before;
		const silent = form.key in unlogged || isCart(form.key) || /\/dns\/import .*intent=preview/.test(form.key);
		return { answer, problem: logged === silent ? `${logged ? "is" : "is not"} in the activity log` : null };
	}

	return {
		/** The forms of every linked page. Opens the first two rows of a list, but all domains, because their states differ. */
		async find(): Promise<Map<string, PortalForm>> {
			const forms = new Map<string, PortalForm>();
			await signIn(false);
			for (const form of portalForms(await open("/dashboard/confirm"))) forms.set(form.key, form);
			await signIn(true);
			// The second is not linked: the list's checkboxes lead to it.
			const queue = ["/dashboard", "/dashboard/domains/selected?change=auto-renew-off&all=on"];
			const seen = new Set(queue);
			const rows = new Map<string, number>();
			for (let address = queue.shift(); address; address = queue.shift()) {
				const page = await open(address);
				expect(page.status, address).toBe(200);
				for (const form of portalForms(page)) if (!forms.has(form.key)) forms.set(form.key, form);
				for (const link of linksWithin(page)) {
					if (seen.has(link)) continue;
					seen.add(link);
					const kind = kindOf(link);
					rows.set(kind, (rows.get(kind) ?? 0) + 1);
					if ((rows.get(kind) ?? 0) <= (kind === "/dashboard/domains/:domainId" ? 5 : 2)) queue.push(link);
				}
			}
			return forms;
		},

		/** Sends each form with empty required fields, then with texts that are too long. */
		async refuse(forms: ReadonlyMap<string, PortalForm>): Promise<string[]> {
			const problems: string[] = [];
			for (const form of forms.values()) {
				// After the password was confirmed, that page redirects.
				const asks = form.pattern === "/dashboard/confirm";
				if (asks) await signIn(false);
				const { fields } = form.form;
				const tries = [
					fields.some((field) => isTyped(field) && field.required) && nothing,
					fields.some((field) => isTyped(field) && field.maxLength) && tooMuch,
				];
				for (const attempt of tries) {
					if (!attempt) continue;
					const sent = withButton(
						form,
						fields.flatMap((field) => attempt(field) ?? defaultEntries({ ...form.form, fields: [field] })),
					);
					const before = await log();
					const answer = await browser.send(form.page, form.form, sent);
					const wrong = refusalProblems(answer, form, sent);
					if ((await log()) !== before) wrong.push("changes something");
					problems.push(...wrong.map((problem) => `${form.key}, ${attempt.name}: ${problem}`));
				}
				if (asks) await signIn(true);
			}
			return problems;
		},

		/** Sends each form filled in as a customer would, and the forms in its response. */
		async send(forms: ReadonlyMap<string, PortalForm>): Promise<string[]> {
			const problems: string[] = [];
			const known = new Set(forms.keys());
			const waiting = [...forms.values()].sort((one, other) => lateness(one) - lateness(other));

			function learn(page: Page): void {
				const come = [...new Map(portalForms(page).map((form) => [form.key, form])).values()].filter(
					({ key }) => !known.has(key),
				);
				for (const { key } of come) known.add(key);
				// An undo is shown on this page only.
				waiting.unshift(...come.filter((form) => lateness(form) < 1));
				waiting.push(...come.filter((form) => lateness(form) >= 1));
			}

			for (let next = waiting.shift(); next; next = waiting.shift()) {
				const { key } = next;
				const page = await open(next.page.address);
				// If the page no longer has the form, it is sent as from an old tab.
				const { answer, problem } = await sendOne(portalForms(page).find((form) => form.key === key) ?? next);
				if (problem) problems.push(`${key} on ${next.page.address} ${problem}`);
				learn(page);
				learn(answer);
			}
			const met = [...known].map((key) => key.split(" ", 1)[0]);
			const unmet = routeTable.filter(
				({ pattern, acts }) => acts && /^\/dashboard/.test(pattern) && !met.includes(pattern),
			);
			expect(unmet.map(({ pattern }) => pattern).sort()).toEqual(Object.keys(elsewhere).sort());
			return problems;
		},
	};
}

type Entry = [name: string, value: string];

const withButton = <Value extends string | File>({ button }: PortalForm, fields: readonly [string, Value][]) =>
	button.name ? [...fields, [button.name, button.value] as Entry] : fields;

const nothing = (field: HtmlField): Entry[] | undefined => {
	if (!isTyped(field)) return undefined;
	if (field.required) return [[field.name, ""]];
	return field.value || field.type === "date" ? undefined : [[field.name, "Mamba"]];
};

const tooMuch = (field: HtmlField): Entry[] | undefined =>
	isTyped(field) && field.maxLength ? [[field.name, "m".repeat(field.maxLength + 1)]] : undefined;

/** Identifies pages that differ only in their row. What an address opens counts, its row does not. */
function kindOf(address: string): string {
	const { searchParams } = new URL(address, "https://shop.test");
	const said = [...searchParams].map(([name, value]) => (/^(open|edit)$/.test(name) ? name : `${name}=${value}`));
	return [routeAt(address)?.pattern, ...said].join(" ").trim();
}

const messages = ({ html }: Page) =>
	[...html.matchAll(/(?:role="alert"|-error")[^>]*>(.*?)<\/(?:p|div)>/gs)]
		.map(([, text = ""]) => text.replace(/<[^>]*>/g, " ").trim())
		.join(" / ");
