import { expect, test } from "vitest";
import { DAY } from "~/lib/durations";
import { aClient, accountOf, mailsOf } from "../support/accounts";
import { aCustomer, aSession, testServices } from "../support/factories";
import { writeRows } from "../support/rows";
import { aConfirmedCustomer } from "../support/two-factor";

const newAddress = () => `new-${Math.random().toString(36).slice(2, 10)}@example.com`;

async function asked(fields: { mailRefusedAt?: number } = {}) {
	const services = testServices();
	const signedIn = await aConfirmedCustomer(services);
	const email = newAddress();
	if (fields.mailRefusedAt) {
		const { db } = services;
		const { users } = await import("~/db/schema");
		const { eq } = await import("drizzle-orm");
		await writeRows(db, [db.orm.update(users).set(fields).where(eq(users.id, signedIn.user.id))]);
	}
	const answer = await services.emailChange.request(signedIn.customer, signedIn.owner, { email });
	expect(answer).toEqual({ ok: true, value: null });
	return { services, ...signedIn, email };
}

/** The token of the newest link to one of the two addresses, issued as it is when the email is sent. */
async function tokenFor(userId: string, side: "from" | "to") {
	const mails = await mailsOf(userId, "mail.confirm-email-change");
	const [mail] = mails
		.filter(({ payload }) => payload.side === side)
		.toSorted((a, b) => Number(b.payload.generation) - Number(a.payload.generation));
	if (!mail) throw new Error(`No link for ${side}`);
	const generation = Number(mail.payload.generation);
	const { url } = await testServices().accounts.issueLink({
		outboxId: mail.id,
		userId,
		purpose: `email-${side}`,
		generation,
	});
	return new URL(url).searchParams.get("token") ?? "";
}

const confirm = (token: string, owner: { sessionHash: string } | null = null, services = testServices()) =>
	services.emailChange.confirm({ token }, aClient(), owner);

const refused = { ok: false, error: { code: "link_void" } };

test("an address changes after both mailboxes confirm, other sessions end and the old address gets an email", async () => {
	const { user, email, owner, cookie, services } = await asked();
	const elsewhere = await aSession(user);
	const [from, to] = [await tokenFor(user.id, "from"), await tokenFor(user.id, "to")];
	expect(await confirm(to)).toEqual({ ok: true, value: { done: false, newEmail: email } });
	expect((await accountOf(user.email))?.id).toBe(user.id);
	expect(await confirm(from, owner)).toEqual({ ok: true, value: { done: true, newEmail: email } });
	expect((await accountOf(email))?.id).toBe(user.id);
	expect(await services.sessions.viewer({ cookie }).customer()).toMatchObject({ email });
	expect(await services.sessions.viewer({ cookie: elsewhere.cookie }).customer()).toBeNull();
	const [notice] = await mailsOf(user.id, "mail.email-changed");
	expect(notice?.payload).toMatchObject({ to: user.email, newEmail: email });
	expect(await services.emailChange.pending(owner)).toBeNull();
});

test("each link works once, and both at the same time change the address once", async () => {
	const { user, email } = await asked();
	const [from, to] = [await tokenFor(user.id, "from"), await tokenFor(user.id, "to")];
	const answers = await Promise.all([from, from, to, to].map((token) => confirm(token)));
	expect(answers.filter(({ ok }) => ok)).toHaveLength(2);
	expect(answers.filter((answer) => answer.ok && answer.value.done)).toHaveLength(1);
	expect((await accountOf(email))?.id).toBe(user.id);
	expect(await mailsOf(user.id, "mail.email-changed")).toHaveLength(1);
});

test("a newer request, cancelling and the end of the day make the links invalid", async () => {
	const { user, services, customer, owner } = await asked();
	const older = await tokenFor(user.id, "to");
	await services.emailChange.request(customer, owner, { email: newAddress() });
	expect(await confirm(older)).toMatchObject(refused);
	const newer = await tokenFor(user.id, "to");
	const tomorrow = testServices({ clock: () => Date.now() + DAY + 1 });
	expect(await confirm(newer, null, tomorrow)).toMatchObject(refused);
	await services.emailChange.cancel(customer, owner);
	expect(await confirm(newer)).toMatchObject(refused);
	expect(await services.emailChange.pending(owner)).toBeNull();
});

test("an address with an account gets the same answer, and its owner an email", async () => {
	const services = testServices();
	const other = await aCustomer();
	const { user, customer, owner } = await aConfirmedCustomer(services);
	expect(await services.emailChange.request(customer, owner, { email: other.email })).toEqual({
		ok: true,
		value: null,
	});
	expect(await mailsOf(other.id, "mail.already-registered")).toHaveLength(1);
	const links = await mailsOf(user.id, "mail.confirm-email-change");
	expect(links.map(({ payload }) => payload.side)).toEqual(["from"]);
	expect((await accountOf(other.email))?.id).toBe(other.id);
});

test("an address registered by someone else in the meantime stays with that account", async () => {
	const { user, email } = await asked();
	const [from, to] = [await tokenFor(user.id, "from"), await tokenFor(user.id, "to")];
	await confirm(from);
	const other = await aCustomer({ email });
	expect(await confirm(to)).toMatchObject({ ok: false, error: { kind: "conflict" } });
	expect((await accountOf(email))?.id).toBe(other.id);
	expect((await accountOf(user.email))?.id).toBe(user.id);
});

test("a current mailbox that rejects email need not confirm, and the new address starts without that mark", async () => {
	const { user, email } = await asked({ mailRefusedAt: 1 });
	expect(await confirm(await tokenFor(user.id, "to"))).toMatchObject({ ok: true, value: { done: true } });
	expect(await accountOf(email)).toMatchObject({ id: user.id, mailRefusedAt: null });
});

test("a change needs a confirmed session, and links of another kind confirm nothing", async () => {
	const { user, services, customer, owner } = await asked();
	const stale = { ...owner, confirmedFrom: Date.now() + 60_000 };
	expect((await services.emailChange.request(customer, stale, { email: newAddress() })).ok).toBe(false);
	expect(await services.emailChange.request(customer, owner, { email: user.email })).toMatchObject({
		ok: false,
		error: { fields: { email: expect.any(String) } },
	});
	expect(
		await services.accounts.resetPassword(
			{ token: await tokenFor(user.id, "to"), newPassword: "maji ya kisima" },
			aClient(),
		),
	).toMatchObject(refused);
});
