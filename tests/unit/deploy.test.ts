import { expect, test } from "vitest";
import { takesRealMoney } from "~/platform/payment/payment-settings";
import { deployProblems } from "../../scripts/deploy-problems.mjs";

const ready = {
	vars: {
		APP_ORIGIN: "https://kikoa.co.ke",
		MAIL_FROM: "Kikoa <hello@kikoa.co.ke>",
		PAYMENTS: "provider",
		REGISTRARS: "manual=*",
		DNS: "powerdns",
		HOSTING: "servers",
	},
	d1_databases: [{ binding: "DB", database_name: "kikoa", database_id: "8f0e6a52-6f0c-4f3d-8a4e-0d7f1b2c3d4e" }],
	kv_namespaces: [{ binding: "TOKENS", id: "0f3b1c2d4e5f60718293a4b5c6d7e8f9" }],
};

test("complete settings with real providers can be deployed", () => {
	expect(deployProblems(ready)).toEqual([]);
});

test.each([
	["PAYMENTS", "sandbox"],
	["REGISTRARS", "sandbox=*"],
	["DNS", "sandbox"],
	["HOSTING", "sandbox"],
])("a sandbox as %s can only be deployed as a preview", (name, value) => {
	const sandbox = { ...ready, vars: { ...ready.vars, [name]: value } };
	expect(deployProblems(sandbox)).toEqual([expect.stringMatching(new RegExp(`^${name} is sandbox: .*--preview`))]);
	expect(deployProblems(sandbox, { preview: true })).toEqual([]);
});

test("Safaricom's test service can only be deployed as a preview", () => {
	const mpesa = (values: object) => ({ ...ready, vars: { ...ready.vars, PAYMENTS: "mpesa", ...values } });
	expect(deployProblems(mpesa({ MPESA_ENVIRONMENT: "live" }))).toEqual([]);
	const test = deployProblems(mpesa({}));
	expect(test).toEqual([expect.stringMatching(/^MPESA_ENVIRONMENT is sandbox: .*--preview/)]);
	expect(deployProblems(mpesa({}), { preview: true })).toEqual([]);
});

test("PayPal's test service can only be deployed as a preview", () => {
	const paypal = (environment: string) => ({
		...ready,
		vars: { ...ready.vars, PAYMENTS: "paypal", PAYPAL_ENVIRONMENT: environment },
	});
	expect(deployProblems(paypal("live"))).toEqual([]);
	expect(deployProblems(paypal("sandbox"))).toEqual([expect.stringMatching(/^PAYPAL_ENVIRONMENT is sandbox: /)]);
});

test("only sandboxes take no real money", () => {
	const test = "sandbox";
	const tests = { MPESA_ENVIRONMENT: test, PAYPAL_ENVIRONMENT: test, PESAPAL_ENVIRONMENT: test } as const;
	const live = { MPESA_ENVIRONMENT: "live", PAYPAL_ENVIRONMENT: "live", PESAPAL_ENVIRONMENT: "live" } as const;
	expect(takesRealMoney({ ...live, PAYMENTS: ["sandbox"] })).toBe(false);
	for (const name of ["mpesa", "paypal", "pesapal"] as const) {
		expect(takesRealMoney({ ...tests, PAYMENTS: [name] }), name).toBe(false);
		expect(takesRealMoney({ ...live, PAYMENTS: [name] }), name).toBe(true);
	}
	const withKey = (PAYSTACK_SECRET_KEY: string) =>
		takesRealMoney({ ...live, PAYMENTS: ["paystack"], PAYSTACK_SECRET_KEY });
	expect([withKey("sk_test_1"), withKey("sk_live_1")]).toEqual([false, true]);
});
