import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDatabase, DatabaseUnavailable } from "~/db/client.server";
import { aClient, accountOf, mailsOf, newestToken } from "../support/accounts";
import { aCustomer, testPassword, testServices } from "../support/factories";

type Fault = { readonly call: number; readonly when: "before" | "after"; readonly message: string };

/** The real D1, whose `call`th batch fails: before anything happened, or after it was committed. */
function faultyDatabase({ call, when, message }: Fault) {
	let calls = 0;
	const d1 = new Proxy(env.DB, {
		get(target, property) {
			const value = Reflect.get(target, property);
			if (property !== "batch") return typeof value === "function" ? value.bind(target) : value;
			return async (statements: D1PreparedStatement[]) => {
				calls += 1;
				const fails = calls === call;
				if (fails && when === "before") throw new Error(message);
				const results = await target.batch(statements);
				if (fails) throw new Error(message);
				return results;
			};
		},
	});
	return createDatabase(d1);
}

const lost = "D1_ERROR: Network connection lost.";
const faults = [1, 2, 3].flatMap((call) =>
	(["before", "after"] as const).map((when) => ({ call, when, message: lost })),
);

test.each(faults)(
	"a connection that is lost $when batch $call of a registration changes nothing about it",
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
		expect(await services.accounts.register(person, aClient())).toEqual({ ok: true, value: null });
		expect(await mailsOf((await accountOf(email))?.id, "mail.verify-email")).toHaveLength(1);
	},
);

test.each(faults)("a connection that is lost $when batch $call of a reset changes nothing about it", async (fault) => {
	const user = await aCustomer();
	await testServices().accounts.forgotPassword({ email: user.email }, aClient());
	const token = await newestToken(user.email, "reset");
	const reset = (services: ReturnType<typeof testServices>) =>
		services.accounts.resetPassword({ token, newPassword: "a harvest of new words" }, aClient());
	expect(await reset(testServices({ db: faultyDatabase(fault) }))).toEqual({ ok: true, value: null });
	expect(await mailsOf(user.id, "mail.password-changed")).toHaveLength(1);
	expect(await reset(testServices())).toMatchObject({ ok: false, error: { code: "link_void" } });
});

test("D2 an overloaded database leaves no half of a reset, and the link stays good", async () => {
	const user = await aCustomer();
	await testServices().accounts.forgotPassword({ email: user.email }, aClient());
	const token = await newestToken(user.email, "reset");
	const reset = (services: ReturnType<typeof testServices>) =>
		services.accounts.resetPassword({ token, newPassword: "a harvest of new words" }, aClient());
	const overloaded = faultyDatabase({ call: 3, when: "before", message: "D1_ERROR: D1 DB is overloaded." });
	await expect(reset(testServices({ db: overloaded }))).rejects.toThrow(DatabaseUnavailable);
	expect((await accountOf(user.email))?.passwordHash).toBe(user.passwordHash);
	expect(await reset(testServices())).toEqual({ ok: true, value: null });
});
