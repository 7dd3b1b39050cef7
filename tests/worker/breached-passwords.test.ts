import { expect, test, vi } from "vitest";
import { passwordChangeSchema } from "~/features/accounts/settings.schema";
import { createRangeService } from "~/platform/breached-passwords/http";
import { aClient, newestToken } from "../support/accounts";
import { aCustomer, testPassword, testServices } from "../support/factories";
import { aConfirmedCustomer } from "../support/two-factor";

const leaked = "leaked with the rains";
/** SHA-1 of "password". */
const [prefix, rest] = ["5BAA6", "1E4C9B93F3F0682250B6CF8331B7EE68FD8"];

test("a leaked password is refused at registration, by an emailed link and in the settings", async () => {
	const services = testServices();
	const registered = await services.accounts.register(
		{
			...{ firstName: "Amina", lastName: "Otieno", country: "Kenya", email: "amina.leaks@example.com", terms: true },
			password: leaked,
		} as Parameters<typeof services.accounts.register>[0],
		aClient(),
	);
	expect(registered).toMatchObject({ ok: false, error: { fields: { password: expect.stringContaining("leaks") } } });

	const user = await aCustomer({ password: testPassword });
	await services.accounts.forgotPassword({ email: user.email }, aClient());
	const token = await newestToken(user.email, "reset");
	const reset = (newPassword: string) => services.accounts.resetPassword({ token, newPassword }, aClient());
	const refused = { ok: false, error: { fields: { newPassword: expect.stringContaining("leaks") } } };
	expect(await reset(leaked)).toMatchObject(refused);
	expect((await reset("a harvest of new words")).ok).toBe(true);

	const { customer, owner } = await aConfirmedCustomer();
	const change = passwordChangeSchema.parse({
		...{ currentPassword: testPassword, newPassword: leaked, confirmPassword: leaked },
	});
	expect(await services.accountSettings.changePassword(customer, owner, change, aClient())).toMatchObject(refused);
});

test("the service receives five characters of the hash, and its padded answer is searched for the rest", async () => {
	const asked: [string, string | null][] = [];
	const service = (body: string) =>
		createRangeService({
			url: "https://ranges.example/range",
			async fetch(url, { headers }) {
				expect(new Headers(headers).get("User-Agent")).toBeTruthy();
				asked.push([url, new Headers(headers).get("Add-Padding")]);
				return new Response(body);
			},
		});
	expect(await service(`0018A45C4D1DEF81644B54AB7F969B88D65:1\r\n${rest}:9545824`).isKnown("password")).toBe(true);
	expect(await service(`${rest}:0`).isKnown("password"), "padding").toBe(false);
	expect(await service("0018A45C4D1DEF81644B54AB7F969B88D65:1").isKnown("password")).toBe(false);
	expect(new Set(asked.map(String))).toEqual(new Set([`https://ranges.example/range/${prefix},true`]));
});

test("any password is accepted while the service is down or slow", async () => {
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	const down = createRangeService({
		url: "https://ranges.example",
		fetch: async () => new Response("", { status: 503 }),
	});
	expect(await down.isKnown("password")).toBeNull();
	const slow = createRangeService({
		url: "https://ranges.example",
		timeoutMs: 20,
		fetch: (_url, { signal }) =>
			new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new Error("timeout")))),
	});
	expect(await slow.isKnown("password")).toBeNull();
	expect(warn).toHaveBeenCalledTimes(2);
	warn.mockRestore();
	const services = testServices({ breachedPasswords: down });
	const user = await aCustomer();
	await services.accounts.forgotPassword({ email: user.email }, aClient());
	const token = await newestToken(user.email, "reset");
	const quiet = vi.spyOn(console, "warn").mockImplementation(() => {});
	expect((await services.accounts.resetPassword({ token, newPassword: leaked }, aClient())).ok).toBe(true);
	quiet.mockRestore();
});
