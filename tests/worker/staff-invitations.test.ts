import { env } from "cloudflare:workers";
import { decodeBase32IgnorePadding } from "@oslojs/encoding";
import { beforeAll, expect, test } from "vitest";
import type { Role } from "~/features/staff/permissions";
import { createId } from "~/lib/ids";
import { totpCode, totpStep } from "~/lib/totp";
import { aClient } from "../support/accounts";
import { testPassword, testServices } from "../support/factories";
import { aMember, aSignedInMember, aStaffSession } from "../support/staff";

type Owner = Awaited<ReturnType<typeof aSignedInMember>>;

let owner: Owner;

beforeAll(async () => {
	owner = await aSignedInMember(["owner"]);
});

const browser = () => ({ client: aClient(), requestId: "test-request" });

/** The token of the newest link, issued as it is when the email is sent. */
async function tokenFor(staffId: string, outboxId: string = createId("out")): Promise<string> {
	const row = await env.DB.prepare("select link_generation as n from staff where id = ?")
		.bind(staffId)
		.first<{ n: number }>();
	const link = { outboxId, userId: staffId, purpose: "staff", generation: row?.n ?? 0 } as const;
	const { url } = await testServices().accounts.issueLink(link);
	return new URL(url).searchParams.get("token") ?? "";
}

let next = 1;

async function anInvitation(roles: readonly Role[] = ["support"]) {
	const { members } = testServices().staff;
	const invited = await members.invite(owner.session, { email: `new-${next++}@kikoa.test`, roles: [...roles] });
	if (!invited.ok) throw new Error(invited.error.message);
	return { id: invited.value.id, token: await tokenFor(invited.value.id) };
}

/** The form that a person sends after scanning the key. */
async function formFor(token: string, { code = "" } = {}) {
	const opened = await testServices().staff.openInvitation(token);
	if (!opened.ok) throw new Error(opened.error.message);
	const { setup, key } = opened.value.setup;
	const secret = decodeBase32IgnorePadding(key.replaceAll(" ", ""));
	const input = {
		token,
		setup,
		name: "Baraka Mwangi",
		password: testPassword,
		code: code || totpCode(secret, totpStep(Date.now())),
	};
	return { input, secret };
}

const accept = (input: Awaited<ReturnType<typeof formFor>>["input"]) =>
	testServices().staff.acceptInvitation(input, browser());

const stateOf = (id: string) =>
	env.DB.prepare("select status, name, password_hash, totp_secret from staff where id = ?").bind(id).first();

const sessionsOf = async (id: string) =>
	(await env.DB.prepare("select count(*) as n from staff_sessions where staff_id = ?").bind(id).first<{ n: number }>())
		?.n;

const voidLink = { ok: false, error: { code: "link_void" } };

test("who accepts an invitation gets recovery codes and no session, and then signs in with password and code", async () => {
	const { id, token } = await anInvitation();
	const { input, secret } = await formFor(token);
	const accepted = await accept(input);
	expect(accepted).toMatchObject({ ok: true, value: expect.objectContaining({ length: 10 }) });
	expect(await stateOf(id)).toMatchObject({ status: "active", name: "Baraka Mwangi" });
	expect(await sessionsOf(id)).toBe(0);
	const { staff } = testServices();
	const { email } = (await staff.members.find(owner.session, id)) ?? { email: "" };
	const signIn = { ...browser(), previousToken: null };
	const entered = await staff.enterPassword({ email, password: testPassword, remember: false }, signIn);
	const challenge = entered.ok ? "" : (entered.error.challenge ?? "");
	const { code: used } = input;
	expect(await staff.enterCode({ challenge, code: used }, signIn), "the code of the set-up").toMatchObject({
		ok: false,
	});
	const code = totpCode(secret, totpStep(Date.now()) + 1);
	expect(await staff.enterCode({ challenge, code }, signIn)).toMatchObject({ ok: true, value: { staffId: id } });
});

test("an invitation works once, also at the same time", async () => {
	const { token } = await anInvitation();
	const { input } = await formFor(token);
	const answers = await Promise.all([accept(input), accept({ ...input, name: "Someone Else" })]);
	expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
	expect(await accept(input)).toMatchObject(voidLink);
	expect(await testServices().staff.openInvitation(token)).toMatchObject(voidLink);
});

test("an invitation is only for the person it was sent to", async () => {
	const [mine, theirs] = [await anInvitation(), await anInvitation(["owner"])];
	const { input } = await formFor(mine.token);
	expect(await accept({ ...input, token: theirs.token }), "with the key of another").toMatchObject({ ok: false });
	expect((await accept(input)).ok).toBe(true);
	expect(await stateOf(theirs.id)).toMatchObject({ status: "invited", password_hash: null, totp_secret: null });
	const { members } = testServices().staff;
	expect(await members.find(owner.session, mine.id), "the roles are those of the invitation").toMatchObject({
		roles: ["support"],
	});
});

test("a newer invitation replaces the link, and disabling the person voids it", async () => {
	const { id, token } = await anInvitation();
	const { members, openInvitation } = testServices().staff;
	expect(await members.inviteAgain(owner.session, id)).toMatchObject({ ok: true });
	expect(await openInvitation(token)).toMatchObject(voidLink);
	const newer = await tokenFor(id);
	const { input } = await formFor(newer);
	const member = await members.find(owner.session, id);
	const disabled = await members.setDisabled(owner.session, id, true, { version: member?.updatedAt ?? 0, reason: "x" });
	expect(disabled).toMatchObject({ ok: true });
	expect(await accept(input)).toMatchObject(voidLink);
});

test("a wrong code or a weak password leaves the link valid and changes nothing", async () => {
	const { id, token } = await anInvitation();
	const { input } = await formFor(token);
	expect(await accept({ ...input, code: "000000" })).toMatchObject({ error: { fields: { code: expect.any(String) } } });
	for (const password of ["short", "leaked password one"])
		expect(await accept({ ...input, password })).toMatchObject({ error: { fields: { password: expect.any(String) } } });
	expect(await stateOf(id)).toMatchObject({ status: "invited", password_hash: null, totp_secret: null });
	expect((await accept(input)).ok).toBe(true);
});

test("an address can be invited once", async () => {
	const { members } = testServices().staff;
	const { email } = owner.member;
	expect(await members.invite(owner.session, { email, roles: ["support"] })).toMatchObject({
		error: { fields: { email: expect.any(String) } },
	});
});

test("a reset second step ends the sessions, and only the password sets up another", async () => {
	const { members } = testServices().staff;
	const person = await aMember(["support"], { password: testPassword, name: "Baraka Mwangi" });
	await aStaffSession(person);
	const input = { version: person.updatedAt, reason: "Lost the phone" };
	expect(await members.resetSecondStep(owner.session, owner.member, person.id, input)).toMatchObject({ ok: true });
	expect(await sessionsOf(person.id)).toBe(0);
	expect(await stateOf(person.id)).toMatchObject({ status: "active", totp_secret: null });
	const { input: form } = await formFor(await tokenFor(person.id));
	expect(await accept({ ...form, password: "another password" })).toMatchObject({
		error: { fields: { password: "This is not your password." } },
	});
	expect((await accept(form)).ok).toBe(true);
	expect(await stateOf(person.id)).toMatchObject({ password_hash: person.passwordHash });
});

test("no one resets their own second step from the list", async () => {
	const { members } = testServices().staff;
	const input = { version: owner.member.updatedAt, reason: "x" };
	expect(await members.resetSecondStep(owner.session, owner.member, owner.member.id, input)).toMatchObject({
		ok: false,
	});
	expect((await stateOf(owner.member.id))?.totp_secret).not.toBeNull();
});
