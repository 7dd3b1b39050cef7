import { expect, test } from "vitest";
import { HOUR, MINUTE } from "~/lib/durations";
import { aClient, accountOf, mailsOf } from "../support/accounts";
import { aCustomer, testServices } from "../support/factories";
import { faultyMailer } from "../support/mail";

const passwords = {
	hash: async (text: string) => `hash of ${text}`,
	verify: async (text: string, stored: string) => ({ matches: stored === `hash of ${text}`, stale: false }),
	simulateVerify: async () => {},
};

test("after a day of requests by a stranger, the owner's newest link works or another one can be requested", async () => {
	const start = Date.UTC(2026, 10, 22);
	let now = start;
	const faults = faultyMailer();
	const services = testServices({ clock: () => now, passwords, mailer: faults.mailer });
	const user = await aCustomer();
	const { email } = user;
	let delivered: { at: number; link: string } | undefined;
	const ask = async () => {
		await services.accounts.forgotPassword({ email }, aClient());
		for (const { id, state } of await mailsOf(user.id, "mail.reset-password"))
			if (state === "new") await services.outbox.deliver(id);
		const link = /\/reset-password\?token=([\w-]+)/.exec(faults.delivered().at(-1)?.text ?? "")?.[1];
		if (link && link !== delivered?.link) delivered = { at: now, link };
	};
	// Requests for a day and a half. An email that is left out must not make the previous link invalid.
	for (; now < start + 36 * HOUR; now += 13 * MINUTE) {
		await ask();
		expect(now - (delivered?.at ?? 0), "ms since the newest link in the mailbox").toBeLessThan(HOUR);
		expect((await accountOf(email))?.resetGeneration).toBe(faults.delivered().length);
	}
	expect(faults.delivered().length).toBeLessThan(60);

	const reset = { token: delivered?.link ?? "", newPassword: "a password of the owner's" };
	expect(await services.accounts.resetPassword(reset, aClient())).toMatchObject({ ok: true });
}, 120_000);

test("a link stays valid if its replacement is not sent", async () => {
	let now = Date.UTC(2026, 10, 22);
	const faults = faultyMailer();
	const services = testServices({ clock: () => now, passwords, mailer: faults.mailer });
	const user = await aCustomer();
	for (let time = 0; time < 10; time += 1) {
		await services.accounts.forgotPassword({ email: user.email }, aClient());
		now += MINUTE;
	}
	const mails = await mailsOf(user.id, "mail.reset-password");
	expect(mails).toHaveLength(3);
	for (const { id } of mails) await services.outbox.deliver(id);
	const [, token = ""] = /\/reset-password\?token=([\w-]+)/.exec(faults.delivered().at(-1)?.text ?? "") ?? [];
	const reset = { token, newPassword: "a password of the owner's" };
	expect(await services.accounts.resetPassword(reset, aClient())).toMatchObject({ ok: true });
});
