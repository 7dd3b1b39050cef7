import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDatabase, DatabaseUnavailable } from "~/db/client.server";
import { aClient, accountOf, mailsOf, newestToken } from "../support/accounts";
import { aCustomer, testPassword, testServices } from "../support/factories";
import { flakyD1 } from "../support/flaky-d1";

interface Broken {
	/** Which batch of the use-case fails. */
	readonly call: number;
	/** Before the batch, or after its commit with the response lost. */
	readonly when: "before" | "after";
	readonly message?: string;
}

const faultyDatabase = ({ call, when, message }: Broken) =>
	createDatabase(flakyD1(env.DB, (batch) => (batch === call ? when : null), message));

const faults = [1, 2, 3].flatMap((call) => (["before", "after"] as const).map((when) => ({ call, when })));

test.each(faults)(
	"a connection lost $when batch $call of a registration changes nothing in the account",
	async (fault) => {
		const email = `fault.${fault.call}.${fault.when}@example.com`;
		const services = testServices({ db: faultyDatabase(fault) });
		const person = {
			firstName: "Faith",
			lastName: "Njoroge",
			country: "Kenya",
			email,
			password: testPassword,
			terms: true,
		} as const;
		expect(await services.accounts.register(person, aClient())).toMatchObject({ ok: true });
		expect(await mailsOf((await accountOf(email))?.id, "mail.verify-email")).toHaveLength(1);
	},
);

test.each(faults)(
	"a connection lost $when batch $call of a password reset changes nothing in the account",
	async (fault) => {
		const user = await aCustomer();
		await testServices().accounts.forgotPassword({ email: user.email }, aClient());
		const token = await newestToken(user.email, "reset");
		const reset = (services: ReturnType<typeof testServices>) =>
			services.accounts.resetPassword({ token, newPassword: "a harvest of new words" }, aClient());
		expect(await reset(testServices({ db: faultyDatabase(fault) }))).toEqual({ ok: true, value: { userId: user.id } });
		expect(await mailsOf(user.id, "mail.password-changed")).toHaveLength(1);
		expect(await reset(testServices())).toMatchObject({ ok: false, error: { code: "link_void" } });
	},
);

test("an overloaded database leaves a password reset undone, and its link stays valid", async () => {
	const user = await aCustomer();
	await testServices().accounts.forgotPassword({ email: user.email }, aClient());
	const token = await newestToken(user.email, "reset");
	const reset = (services: ReturnType<typeof testServices>) =>
		services.accounts.resetPassword({ token, newPassword: "a harvest of new words" }, aClient());
	const overloaded = faultyDatabase({ call: 3, when: "before", message: "D1 DB is overloaded." });
	await expect(reset(testServices({ db: overloaded }))).rejects.toThrow(DatabaseUnavailable);
	expect((await accountOf(user.email))?.passwordHash).toBe(user.passwordHash);
	expect(await reset(testServices())).toEqual({ ok: true, value: { userId: user.id } });
});
