import { beforeAll, expect, test } from "vitest";
import { addPasskeySchema } from "~/features/passkeys/passkey.schema";
import { action } from "~/routes/desk/account";
import { action as signInAction } from "~/routes/desk/sign-in";
import { anAuthenticator } from "../support/authenticator";
import { testPassword, testServices } from "../support/factories";
import { aMember, aSignedInMember, aStaffSession, deskArgs, statusOf } from "../support/staff";

let passwordHash: string;

// One hash for all tests.
beforeAll(async () => {
	passwordHash = (await testServices().passwords.hash(testPassword)) ?? "";
});

/** Sends a form of the account page. */
const submit = (cookie: string, form: Record<string, string>) =>
	action(deskArgs({ cookie, address: "/desk/account", form }) as never) as Promise<unknown>;

async function signInWith(phone: Awaited<ReturnType<typeof anAuthenticator>>) {
	const { challenge } = await testServices().staff.passkeys.request();
	const form = { passkey: await phone.get({ challenge }) };
	return signInAction(deskArgs({ address: "/desk/sign-in", form }) as never) as Promise<unknown>;
}

test("a passkey that was added with the password signs in at the desk, until it is removed", async () => {
	const { member, session, cookie } = await aSignedInMember(["owner"], { passwordHash });
	const { staff } = testServices();
	const phone = await anAuthenticator();
	const person = { id: member.id, email: member.email };
	const creation = async () => phone.create({ challenge: (await staff.passkeys.creationOptions(person)).challenge });
	const form = { intent: "add-passkey", name: "My phone" };
	const refused = await submit(cookie, { ...form, passkey: await creation(), currentPassword: "something else" });
	expect(refused).toMatchObject({ data: { failure: { fields: { currentPassword: expect.any(String) } } } });
	expect(statusOf(await signInWith(phone))).toBe(401);
	// The page asks first, so that no device makes a passkey for a wrong password.
	const check = (currentPassword: string) => submit(cookie, { intent: "check-password", currentPassword });
	expect(await check("something else")).toMatchObject({
		data: { failure: { fields: { currentPassword: expect.any(String) } } },
	});
	expect(statusOf(await check(testPassword))).toBe(200);

	const added = await submit(cookie, { ...form, passkey: await creation(), currentPassword: testPassword });
	expect(statusOf(added)).toBe(303);
	expect(statusOf(await signInWith(phone))).toBe(303);
	const log = await staff.auditLog.list(session, { subject: member.id });
	expect(log.items.map(({ kind, params }) => [kind, params])).toEqual(
		expect.arrayContaining([
			["staff.signed_in", expect.objectContaining({ with: "passkey" })],
			["staff.passkey_added", { name: "My phone" }],
		]),
	);

	const [listed] = await staff.passkeys.list(session);
	expect(statusOf(await submit(cookie, { intent: "remove-passkey", passkeyId: listed?.id ?? "" }))).toBe(303);
	expect(statusOf(await signInWith(phone))).toBe(401);
});

test("abuse: a passkey of another person, a customer's challenge and a used challenge sign no one in", async () => {
	const { member, session } = await aSignedInMember(["support"], { passwordHash });
	const other = await aSignedInMember(["owner"]);
	const { staff, passkeys } = testServices();
	const phone = await anAuthenticator();
	const { challenge } = await staff.passkeys.creationOptions({ id: member.id, email: member.email });
	const input = addPasskeySchema.parse({ name: "Phone", passkey: await phone.create({ challenge }) });
	const withPassword = { ...input, currentPassword: testPassword };
	const stranger = { id: other.member.id, name: "Njeri" };
	expect(await staff.passkeys.add(other.session, stranger, withPassword)).toMatchObject({ error: { kind: "invalid" } });
	expect(await staff.passkeys.add(session, { id: member.id, name: "Wanjiku" }, withPassword)).toMatchObject({
		ok: true,
	});
	expect(
		await staff.passkeys.remove(other.session, stranger, (await staff.passkeys.list(session))[0]?.id ?? ""),
	).toMatchObject({
		ok: false,
	});
	const answer = async (challenge: string) =>
		statusOf(
			await signInAction(
				deskArgs({ address: "/desk/sign-in", form: { passkey: await phone.get({ challenge }) } }) as never,
			),
		);
	expect(await answer((await passkeys.request()).challenge)).toBe(401);
	const mine = (await staff.passkeys.request()).challenge;
	expect([await answer(mine), await answer(mine)]).toEqual([303, 401]);
});

test("a disabled member's passkey signs no one in, and a reset of the second step removes it", async () => {
	const owner = await aSignedInMember(["owner"]);
	const { member, session } = await aSignedInMember(["support"], { passwordHash });
	const { staff } = testServices();
	const phone = await anAuthenticator();
	const { challenge } = await staff.passkeys.creationOptions({ id: member.id, email: member.email });
	const input = addPasskeySchema.parse({ name: "Phone", passkey: await phone.create({ challenge }) });
	await staff.passkeys.add(session, { id: member.id, name: member.name }, { ...input, currentPassword: testPassword });
	const change = async (disabled: boolean) => {
		const version = (await staff.members.find(owner.session, member.id))?.updatedAt ?? 0;
		return staff.members.setDisabled(owner.session, member.id, disabled, { version, reason: "On leave" });
	};
	expect(await change(true)).toMatchObject({ ok: true });
	expect(statusOf(await signInWith(phone))).toBe(401);
	expect(await change(false)).toMatchObject({ ok: true });
	expect(statusOf(await signInWith(phone))).toBe(303);
	const version = (await staff.members.find(owner.session, member.id))?.updatedAt ?? 0;
	const reset = { version, reason: "Lost the phone" };
	expect(await staff.members.resetSecondStep(owner.session, owner.member, member.id, reset)).toMatchObject({
		ok: true,
	});
	expect(statusOf(await signInWith(phone))).toBe(401);
});

test("a new password needs the old one, and signs out the other devices", async () => {
	const member = await aMember(["finance"], { passwordHash });
	const { cookie, session } = await aStaffSession(member);
	await aStaffSession(member);
	const { staff } = testServices();
	const change = (currentPassword: string, newPassword: string, confirmPassword = newPassword) =>
		submit(cookie, { intent: "password", currentPassword, newPassword, confirmPassword });
	const strong = "njugu-karanga-tamu-sana-7";
	for (const [field, sent] of [
		["currentPassword", () => change("not this one", strong)],
		["newPassword", () => change(testPassword, "kikoa")],
		["confirmPassword", () => change(testPassword, strong, "another one")],
	] as const)
		expect(await sent(), field).toMatchObject({ data: { failure: { fields: { [field]: expect.any(String) } } } });
	expect(await staff.own.sessions(session)).toHaveLength(2);
	expect(statusOf(await change(testPassword, strong))).toBe(303);
	expect(await staff.own.sessions(session)).toMatchObject([{ current: true }]);
	expect(await change(testPassword, strong)).toMatchObject({ data: { failure: { fields: {} } } });
});

test("new recovery codes need the password and are shown once", async () => {
	const { cookie } = await aSignedInMember(["support"], { passwordHash });
	expect(await submit(cookie, { intent: "codes", currentPassword: "wrong" })).toMatchObject({
		data: { failure: { fields: { currentPassword: expect.any(String) } } },
	});
	const shown = await submit(cookie, { intent: "codes", currentPassword: testPassword });
	expect(shown).toMatchObject({ data: { codes: expect.arrayContaining([expect.any(String)]) } });
});
