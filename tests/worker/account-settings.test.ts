import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { passwordChangeSchema, profileSchema } from "~/features/accounts/settings.schema";
import { MINUTE } from "~/lib/durations";
import { readFlash } from "~/lib/flash";
import { sha256Hex } from "~/lib/sha256";
import { action as billingAction } from "~/routes/portal/settings/billing";
import { action as preferencesAction } from "~/routes/portal/settings/notifications";
import { action as securityAction } from "~/routes/portal/settings/security";
import { aClient } from "../support/accounts";
import { aCustomer, aSession, testPassword, testServices } from "../support/factories";
import { post } from "../support/route-action";
import { withMessage } from "../support/stored-texts";
import { aConfirmedCustomer } from "../support/two-factor";

const newPassword = "short rains in november";

async function aSignedInCustomer() {
	const user = await aCustomer({ password: testPassword });
	const here = await aSession(user);
	const services = testServices();
	const customer = await services.sessions.viewer({ cookie: here.cookie }).customer();
	if (!customer) throw new Error("Not signed in");
	return { user, here, services, customer, owner: { sessionHash: sha256Hex(here.token) } };
}

const change = (fields: Record<string, string> = {}) =>
	passwordChangeSchema.parse({ currentPassword: testPassword, newPassword, confirmPassword: newPassword, ...fields });

test("a changed password ends every other session, emails the owner and signs in with the new password", async () => {
	const { user, here, services, customer, owner } = await aSignedInCustomer();
	const there = await aSession(user);
	expect(await services.accountSettings.changePassword(customer, owner, change(), aClient())).toEqual({
		ok: true,
		value: null,
	});
	expect(await services.sessions.viewer({ cookie: there.cookie }).customer()).toBeNull();
	expect(await services.sessions.viewer({ cookie: here.cookie }).customer()).not.toBeNull();
	const mails = await env.DB.prepare("select kind from outbox where user_id = ? and kind <> 'mail.new-sign-in'")
		.bind(user.id)
		.all();
	expect(mails.results).toEqual([{ kind: "mail.password-changed" }]);
	const stored = await env.DB.prepare("select password_hash from users where id = ?").bind(user.id).first();
	expect((await services.passwords.verify(newPassword, String(stored?.password_hash))).matches).toBe(true);
	await services.settle();
});

test("a wrong current password changes nothing, and guessing is limited", async () => {
	const { user, services, customer, owner } = await aSignedInCustomer();
	for (let attempt = 0; attempt < 5; attempt += 1) {
		const refused = await services.accountSettings.changePassword(
			customer,
			owner,
			change({ currentPassword: "a wrong guess" }),
			aClient(),
		);
		expect(refused).toMatchObject({ ok: false, error: { fields: { currentPassword: expect.any(String) } } });
	}
	const limited = await services.accountSettings.changePassword(customer, owner, change(), aClient());
	expect(limited).toMatchObject({ ok: false, error: { kind: "rate_limited" } });
	const stored = await env.DB.prepare("select password_hash from users where id = ?").bind(user.id).first();
	expect(stored?.password_hash).toBe(user.passwordHash);
	await services.settle();
	const events = await services.securityLog.list({ userId: customer.id });
	expect(Object.fromEntries(events.map(({ kind, count }) => [kind, count]))).toMatchObject({
		wrong_password: 5,
		too_many_attempts: 1,
	});
});

test("a new password follows the password rules", async () => {
	const { services, customer, owner } = await aSignedInCustomer();
	const refused = await services.accountSettings.changePassword(
		customer,
		owner,
		change({ newPassword: "password12", confirmPassword: "password12" }),
		aClient(),
	);
	expect(refused).toMatchObject({ ok: false, error: { fields: { newPassword: expect.any(String) } } });
	expect(passwordChangeSchema.safeParse({ ...change(), confirmPassword: "another" }).error?.issues[0]?.message).toBe(
		"Passwords do not match.",
	);
});

test("profile fields are checked, and the phone number is stored in E.164", () => {
	const profile = {
		firstName: "Achieng",
		lastName: "Otieno",
		phone: "0712 345 678",
		company: "  ",
		country: "Kenya",
		timezone: "Africa/Nairobi",
		language: "en-GB",
	};
	expect(profileSchema.parse(profile)).toMatchObject({ phone: "+254712345678", company: null });
	expect(profileSchema.parse({ ...profile, phone: "" }).phone).toBeNull();
	const wrong: Record<string, string> = {
		firstName: " ",
		phone: "call me",
		country: "Atlantis",
		timezone: "Mars/Base",
	};
	for (const [field, value] of Object.entries(wrong)) {
		const { error } = profileSchema.safeParse({ ...profile, [field]: value });
		expect(error?.issues[0]?.path).toEqual([field]);
	}
});

test("all other sessions end together, this one stays, and the activity log shows it", async () => {
	const { user, here, services, customer, owner } = await aSignedInCustomer();
	const others = [await aSession(user), await aSession(user)];
	await services.accountSettings.endOtherSignIns(customer, owner);
	for (const { cookie } of others) expect(await services.sessions.viewer({ cookie }).customer()).toBeNull();
	expect(await services.sessions.viewer({ cookie: here.cookie }).customer()).not.toBeNull();
	const { items } = await services.activity.list(owner);
	expect(items.map(withMessage)).toMatchObject([{ actor: "customer", message: "Signed out every other device." }]);
	expect(await services.accountSettings.endSignIn(owner, here.sessionId)).toMatchObject({
		ok: false,
		error: { kind: "not_found" },
	});
});

test("changing the phone number needs the password again, the rest of the profile does not", async () => {
	const { user, services, owner } = await aSignedInCustomer();
	const profile = (fields: Record<string, string>) =>
		profileSchema.parse({
			...{ firstName: "Amina", lastName: "Otieno", country: "Kenya", timezone: "Africa/Nairobi", language: "en-KE" },
			...fields,
		});
	const stored = () => services.accounts.find(user.id ?? "");
	const refused = await services.accountSettings.updateProfile(owner, profile({ phone: "0733 000 111" }));
	expect(refused).toMatchObject({ ok: false, error: { kind: "forbidden", code: "confirm_password" } });
	expect((await stored())?.phone).toBeNull();
	expect((await services.accountSettings.updateProfile(owner, profile({ firstName: "Zawadi" }))).ok).toBe(true);
	expect(await stored()).toMatchObject({ firstName: "Zawadi", phone: null });
	const confirmed = await aConfirmedCustomer();
	const saved = await services.accountSettings.updateProfile(confirmed.owner, profile({ phone: "0733 000 111" }));
	expect(saved.ok).toBe(true);
	expect((await services.accounts.find(confirmed.user.id ?? ""))?.phone).toBe("+254733000111");
	// An expired confirmation is refused.
	const late = testServices({ clock: () => Date.now() + 11 * MINUTE });
	const owned = { ...confirmed.owner, confirmedFrom: late.clock() - 10 * MINUTE };
	expect((await late.accountSettings.updateProfile(owned, profile({ phone: "" }))).ok).toBe(false);
	expect((await stored())?.phone).toBeNull();
});

test.each([
	["notifications", preferencesAction, { newsletter: "on" }, "Notification preferences updated successfully!"],
	["billing", billingAction, { intent: "prompts-off" }, "M-Pesa prompts are off. You pay each invoice yourself."],
	["security", securityAction, { intent: "revoke-others" }, "All other devices were signed out."],
] as const)(
	"a change on %s is said by the next page only, and not by its address",
	async (page, action, form, message) => {
		const { here, services } = await aSignedInCustomer();
		const address = `/dashboard/account-settings/${page}`;
		const answer = await post(action, { services, cookie: here.cookie, address, form: { ...form } });
		if (!(answer instanceof Response)) throw new Error("not sent to a page");
		expect(answer.headers.get("Location")).toBe(address);
		const flash = readFlash(services.config.APP_ORIGIN, answer.headers.get("Set-Cookie")?.split(";", 1)[0] ?? null);
		expect(flash?.message).toContain(message);
		await services.settle();
	},
);
