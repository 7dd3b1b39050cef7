import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Registration } from "~/features/accounts/account.schema";
import { HOUR, MINUTE } from "~/lib/durations";
import { aClient, accountOf, mailsOf, newestToken } from "../support/accounts";
import { aCustomer, aSession, testServices } from "../support/factories";

const mine = "the password of the owner";
const theirs = "what the stranger chose";

let people = 0;

/** Owner and stranger register the same address, each in their own browser. */
function anAddress() {
	const email = `nyambura.${people++}@example.co.ke`;
	async function enter(who: Partial<Registration>, clock = Date.now) {
		const entered = { lastName: "Njeri", country: "Kenya", email, terms: true, ...who } as Registration;
		const done = await testServices({ clock }).accounts.register(entered, aClient());
		if (!done.ok) throw new Error(done.error.message);
		return done.value.browserToken;
	}
	return {
		email,
		owner: (clock = Date.now) => enter({ firstName: "Nyambura", password: mine }, clock),
		stranger: (clock = Date.now) => enter({ firstName: "Mallory", password: theirs }, clock),
		open: async (proof: { password?: string; browser?: string }) => {
			const { browser = null, ...shown } = proof;
			const token = await newestToken(email, "verify");
			return testServices().accounts.verifyEmail({ token, ...shown }, aClient(), browser);
		},
		login: (password: string) => testServices().accounts.login({ email, password, remember: false }, aClient(), null),
		signUps: () =>
			env.DB.prepare("select count(*) as n from sign_ups where user_id = (select id from users where email = ?)")
				.bind(email)
				.first("n"),
	};
}

async function onlyTheOwnerGetsIn({ email, login, signUps }: ReturnType<typeof anAddress>) {
	expect(await accountOf(email)).toMatchObject({ status: "active", firstName: "Nyambura" });
	expect(await login(theirs)).toMatchObject({ ok: false, error: { kind: "unauthenticated" } });
	expect(await login(mine)).toMatchObject({ ok: true });
	expect(await signUps()).toBe(0);
}

test("if a stranger registers after the owner, the newest link gives the owner the account in the owner's browser", async () => {
	const address = anAddress();
	const browser = await address.owner();
	await address.stranger();
	expect(await address.open({ browser })).toMatchObject({ ok: true });
	await onlyTheOwnerGetsIn(address);
});

test("if a stranger registers after the owner, the owner's password gives the owner the account on another device", async () => {
	const address = anAddress();
	await address.owner();
	await address.stranger();
	expect(await address.open({ password: mine })).toMatchObject({ ok: true });
	await onlyTheOwnerGetsIn(address);
});

test("if a stranger registers before the owner, the stranger's details are removed", async () => {
	const address = anAddress();
	await address.stranger();
	await address.owner();
	expect(await address.open({ password: mine })).toMatchObject({ ok: true });
	await onlyTheOwnerGetsIn(address);
});

test("strangers can register before and after the owner, again and again", async () => {
	const address = anAddress();
	const start = Date.now();
	await address.stranger(() => start);
	const browser = await address.owner(() => start + 1);
	for (let time = 2; time < 6; time += 1) await address.stranger(() => start + time);
	// No more emails this hour, but the new details are stored.
	expect(await mailsOf((await accountOf(address.email))?.id, "mail.verify-email")).toHaveLength(3);
	expect(await address.open({ browser })).toMatchObject({ ok: true });
	await onlyTheOwnerGetsIn(address);
});

test("a link that the same browser opens twenty times at the same time works once, and asks for nothing", async () => {
	const address = anAddress();
	const browser = await address.owner();
	const token = await newestToken(address.email, "verify");
	const open = () => testServices().accounts.verifyEmail({ token }, aClient(), browser);
	const answers = await Promise.all(Array.from({ length: 20 }, open));
	expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
	for (const answer of answers.filter(({ ok }) => !ok))
		expect(answer).toMatchObject({ error: { code: "already_verified" } });
});

test("the password counts from when it was entered: at registration in this browser, or now on another device", async () => {
	const enteredAt = Date.now() - 5 * 60_000;
	const here = anAddress();
	const browser = await here.owner(() => enteredAt);
	expect(await here.open({ browser })).toMatchObject({ ok: true, value: { enteredAt } });
	const elsewhere = anAddress();
	await elsewhere.owner(() => enteredAt);
	const before = Date.now();
	const opened = await elsewhere.open({ password: mine });
	expect(opened.ok && opened.value.enteredAt).toBeGreaterThanOrEqual(before);
});

test("a person who never registered can't take over a stranger's account by opening its link", async () => {
	const address = anAddress();
	await address.stranger();
	expect(await address.open({})).toMatchObject({ ok: false, error: { code: "password_required" } });
	expect(await address.open({ browser: "x".repeat(43) })).toMatchObject({ ok: false });
	expect(await address.open({ password: mine })).toMatchObject({
		ok: false,
		error: { kind: "invalid", fields: { password: expect.any(String) } },
	});
	expect(await accountOf(address.email)).toMatchObject({ status: "unverified" });
	expect(await address.login(theirs)).toMatchObject({ ok: false, error: { code: "unverified" } });
});

test("a mail scanner that opens and submits everything does not use up the link", async () => {
	const address = anAddress();
	const browser = await address.owner();
	for (let time = 0; time < 3; time += 1) await address.open({});
	expect(await address.open({ browser })).toMatchObject({ ok: true });
});

test("a password reset before verification sets the new password and removes the earlier details", async () => {
	const address = anAddress();
	await address.owner();
	const strangers = await address.stranger();
	const { accounts } = testServices();
	await accounts.forgotPassword({ email: address.email }, aClient());
	const token = await newestToken(address.email, "reset");
	const newPassword = "a harvest of new words";
	expect(await accounts.resetPassword({ token, newPassword }, aClient())).toMatchObject({ ok: true });
	expect(await address.signUps()).toBe(0);
	expect(await address.open({ browser: strangers })).toMatchObject({ ok: false, error: { code: "already_verified" } });
	for (const old of [mine, theirs]) expect(await address.login(old)).toMatchObject({ ok: false });
	expect(await address.login(newPassword)).toMatchObject({ ok: true });
});

test("a browser that registered one address can't verify another", async () => {
	const [one, other] = [anAddress(), anAddress()];
	await one.owner();
	const browser = await other.stranger();
	expect(await one.open({ browser })).toMatchObject({ ok: false, error: { code: "password_required" } });
});

test("nothing is noted for a verified account, and the notes stay few", async () => {
	const customer = await aCustomer();
	const { accounts } = testServices();
	const again = { firstName: "Mallory", lastName: "X", country: "Kenya", email: customer.email, password: theirs };
	await accounts.register({ ...again, country: "Kenya", terms: true }, aClient());
	const noted = await env.DB.prepare("select count(*) as n from sign_ups where user_id = ?")
		.bind(customer.id)
		.first("n");
	expect(noted).toBe(0);

	const address = anAddress();
	for (let time = 0; time < 8; time += 1) await address.stranger();
	expect(await address.signUps()).toBe(5);
});

test("an unverified account can't be signed in to", async () => {
	const customer = await aCustomer({ status: "unverified", verifiedAt: null });
	await expect(aSession(customer)).rejects.toThrow("Please sign in again.");
});

test("registering beyond the email limit still makes an account that another link can verify", async () => {
	const address = anAddress();
	const start = Date.now();
	const ask = (clock: () => number) =>
		testServices({ clock }).accounts.resendVerification({ email: address.email }, aClient());
	for (let time = 0; time < 3; time += 1) await ask(() => start);
	const browser = await address.owner(() => start + MINUTE);
	expect(await mailsOf((await accountOf(address.email))?.id, "mail.verify-email")).toHaveLength(0);
	expect(await ask(() => start + HOUR)).toMatchObject({ ok: true });
	expect(await address.open({ browser })).toMatchObject({ ok: true });
	await onlyTheOwnerGetsIn(address);
});

test("the email says when and from where the link was requested", async () => {
	const address = anAddress();
	await address.owner();
	const [mail] = await mailsOf((await accountOf(address.email))?.id, "mail.verify-email");
	expect(mail?.payload).toMatchObject({ from: "Chrome on Android in Kisumu, Kenya" });
});
