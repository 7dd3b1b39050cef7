import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { registerSchema } from "~/features/accounts/account.schema";
import { HOUR, MINUTE } from "~/lib/durations";
import { parse } from "~/lib/parse";
import { aClient, accountOf, mailsOf, newestToken } from "../support/accounts";
import { aCustomer, testPassword, testServices } from "../support/factories";
import { withMessage } from "../support/stored-texts";

let people = 0;

const entered = (more: Record<string, unknown> = {}) => ({
	firstName: "Achieng",
	lastName: "Odhiambo",
	country: "Kenya",
	email: `achieng.${people++}@example.co.ke`,
	password: testPassword,
	terms: true,
	...more,
});

/** The answer for any address: only the browser's verification cookie. */
const registered = { ok: true, value: { browserToken: expect.stringMatching(/^[\w-]{43}$/) } };

async function register(input = entered(), services = testServices(), client = aClient()) {
	const parsed = parse(registerSchema, input);
	return parsed.ok ? services.accounts.register(parsed.value, client) : parsed;
}

test("registering makes an unverified account and an email event without secrets", async () => {
	const input = entered();
	const services = testServices();
	expect(await register(input, services)).toEqual(registered);
	const user = await accountOf(input.email);
	expect(user).toMatchObject({ status: "unverified", firstName: "Achieng", country: "Kenya", currency: "KES" });
	expect(user?.passwordHash).toMatch(/^\$argon2id\$/);
	const mails = await mailsOf(user?.id, "mail.verify-email");
	const from = "Chrome on Android in Kisumu, Kenya";
	expect(mails.map((mail) => mail.payload)).toEqual([{ userId: user?.id, generation: 1, from }]);
});

test("the return address is passed on with the link, from one email to the next", async () => {
	const input = parse(registerSchema, entered());
	if (!input.ok) throw new Error(input.error.message);
	const services = testServices();
	const { accounts } = services;
	await accounts.register(input.value, aClient(), "/checkout");
	await accounts.resendVerification(input.value, aClient(), "/checkout");
	const user = await accountOf(input.value.email);
	const mails = await mailsOf(user?.id, "mail.verify-email");
	expect(mails.map((mail) => mail.payload).filter((payload) => payload.next === "/checkout")).toHaveLength(2);
	const order = { outboxId: "obx_1", userId: user?.id ?? "", purpose: "verify", generation: 2 } as const;
	expect((await accounts.issueLink({ ...order, next: "/checkout?a=1" })).url).toMatch(
		/^https:\/\/kikoa\.test\/verify-email\?token=[\w-]{43}&next=%2Fcheckout%3Fa%3D1$/,
	);
	expect((await accounts.issueLink(order)).url).not.toContain("next");
});

test("fields are checked one by one, and the first message is shown on top", async () => {
	const nothing = await register({} as ReturnType<typeof entered>);
	expect(!nothing.ok && nothing.error.fields).toEqual({
		firstName: "Enter your first name.",
		lastName: "Enter your last name.",
		country: "Choose your country.",
		email: "Enter your email address.",
		password: "Choose a password.",
		terms: "You must accept the terms and conditions.",
	});
	const unticked = await register(entered({ terms: false }));
	expect(unticked).toMatchObject({ ok: false, error: { message: "You must accept the terms and conditions." } });
	for (const wrong of [
		{ country: "Atlantis" },
		{ country: ["Kenya"] },
		{ firstName: "   " },
		{ firstName: "A\r\nBcc: b@x.com" },
		{ firstName: "Win at https://e.example" },
		{ lastName: "x".repeat(61) },
		{ email: { $ne: "" } },
		{ password: 1234567890123 },
		{ password: "x".repeat(1_000_000) },
		{ password: "password123" },
	])
		expect(await register(entered(wrong)), JSON.stringify(wrong).slice(0, 60)).toMatchObject({
			ok: false,
			error: { kind: "invalid", fields: { [Object.keys(wrong)[0] ?? ""]: expect.any(String) } },
		});
});

test("an address with an account gets the same answer, and its owner an email", async () => {
	const owner = await aCustomer({ firstName: "Amina" });
	const input = entered({ email: ` ${owner.email.toUpperCase()} ` });
	const known = testServices();
	const unknown = testServices();
	expect(await register(input, known)).toEqual(registered);
	expect(await register(entered(), unknown)).toEqual(registered);
	await Promise.all([known.settle(), unknown.settle()]);
	expect(known.db.roundTrips).toBe(unknown.db.roundTrips);
	expect(await accountOf(owner.email)).toMatchObject({ firstName: "Amina", passwordHash: owner.passwordHash });
	expect(await mailsOf(owner.id, "mail.already-registered")).toHaveLength(1);
	expect(await mailsOf(owner.id, "mail.verify-email")).toHaveLength(0);
});

test("at the checkout, the email to an address with an account leads back to the checkout", async () => {
	const owner = await aCustomer();
	const input = parse(registerSchema, entered({ email: owner.email }));
	if (!input.ok) throw new Error(input.error.message);
	await testServices().accounts.register(input.value, aClient(), "/checkout");
	const [mail] = await mailsOf(owner.id, "mail.already-registered");
	expect(mail?.payload).toEqual({ userId: owner.id, next: "/checkout" });
});

test("twenty spellings at the same time make one account", async () => {
	const { email } = entered();
	const spellings = Array.from({ length: 20 }, (_, index) => (index % 2 ? email.toUpperCase() : ` ${email} `));
	const answers = await Promise.all(spellings.map((spelling) => register(entered({ email: spelling }))));
	for (const answer of answers) expect(answer).toEqual(registered);
	const rows = await env.DB.prepare("select count(*) as n from users where email = ?").bind(email).first("n");
	expect(rows).toBe(1);
});

test("registering again before verification makes the older link invalid, and the newer one uses the newer details", async () => {
	const first = entered();
	await register(first);
	const older = await newestToken(first.email, "verify");
	const password = "a second thought of mine";
	await register({ ...first, firstName: "Wairimu", password });
	const newer = await newestToken(first.email, "verify");
	const { accounts } = testServices();
	expect(await accounts.verifyEmail({ token: older, password }, aClient(), null)).toMatchObject({
		ok: false,
		error: { code: "link_void" },
	});
	expect(await accounts.verifyEmail({ token: newer, password }, aClient(), null)).toMatchObject({ ok: true });
	expect(await accountOf(first.email)).toMatchObject({ firstName: "Wairimu", status: "active" });
	const login = (password: string) =>
		accounts.login({ email: first.email, password, remember: false }, aClient(), null);
	expect(await login(first.password)).toMatchObject({ ok: false });
	expect(await login(password)).toMatchObject({ ok: true });
});

test("a verification link works once, also when twenty use it at the same time", async () => {
	const { email, ...input } = entered();
	await register({ email, ...input });
	const token = await newestToken(email, "verify");
	const verify = () => testServices().accounts.verifyEmail({ token, password: testPassword }, aClient(), null);
	const answers = await Promise.all(Array.from({ length: 20 }, verify));
	expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
	expect(await verify()).toMatchObject({ ok: false, error: { kind: "invalid", code: "already_verified" } });
	const account = await accountOf(email);
	expect(account).toMatchObject({ status: "active", verifiedAt: expect.any(Number) });
	const { items } = await testServices().activity.list({ userId: account?.id ?? "" });
	expect(items.map(withMessage)).toMatchObject([{ actor: "customer", message: "Opened the account." }]);
});

test("a link works until its last millisecond", async () => {
	const start = Date.now();
	const day = 24 * HOUR;
	for (const [after, accepted] of [
		[-1, true],
		[0, false],
		[1, false],
	] as const) {
		const { email, ...input } = entered();
		await register({ email, ...input });
		const token = await newestToken(email, "verify", testServices({ clock: () => start }));
		const { accounts } = testServices({ clock: () => start + day + after });
		expect((await accounts.verifyEmail({ token, password: testPassword }, aClient(), null)).ok, `${after} ms`).toBe(
			accepted,
		);
	}
});

test("a malformed token is an invalid link", async () => {
	const { email, ...input } = entered();
	await register({ email, ...input });
	const token = await newestToken(email, "verify");
	const { accounts } = testServices();
	for (const wrong of [
		`${token}x`,
		token.toUpperCase(),
		`${token}%00`,
		`${token}\0`,
		"x".repeat(10_240),
		"../../x",
		"null",
	]) {
		const answer = await accounts.verifyEmail({ token: wrong, password: testPassword }, aClient(), null);
		expect(answer, wrong.slice(0, 60)).toMatchObject({ ok: false, error: { kind: "invalid", code: "link_void" } });
	}
});

test("another link can be requested three times, then less and less often, with the same answer for every address", async () => {
	const start = Date.now();
	const { email, ...input } = entered();
	await register({ email, ...input }, testServices({ clock: () => start }));
	const ask = (address: string, after = MINUTE) =>
		testServices({ clock: () => start + after }).accounts.resendVerification({ email: address }, aClient());
	expect(await ask(email)).toEqual({ ok: true, value: null });
	expect(await ask(email)).toEqual({ ok: true, value: null });
	const refused = { ok: false, error: { kind: "rate_limited", retryAfter: 10 * 60 } };
	expect(await ask(email)).toMatchObject(refused);
	expect(await mailsOf((await accountOf(email))?.id, "mail.verify-email")).toHaveLength(3);
	expect(await ask(email, 11 * MINUTE)).toEqual({ ok: true, value: null });
	expect(await ask(email, 30 * MINUTE)).toMatchObject({ error: { retryAfter: 60 } });

	const nobody = `nobody.${people++}@example.com`;
	for (let time = 0; time < 3; time += 1) expect(await ask(nobody)).toEqual({ ok: true, value: null });
	expect(await ask(nobody)).toMatchObject({ ok: false, error: { kind: "rate_limited" } });
	const owner = await aCustomer();
	expect(await ask(owner.email)).toEqual({ ok: true, value: null });
	expect(await mailsOf(owner.id, "mail.verify-email")).toHaveLength(0);
});

test("an email that is sent twice has the same link", async () => {
	const { email, ...input } = entered();
	await register({ email, ...input });
	expect(await newestToken(email, "verify")).toBe(await newestToken(email, "verify"));
});
