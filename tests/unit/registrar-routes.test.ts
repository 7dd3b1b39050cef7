import { expect, test } from "vitest";
import { readConfig } from "~/platform/config";
import { parseRegistrarRoutes, registrarsFor } from "~/platform/registrar/registrar-routes";

const routes = (text: string) => parseRegistrarRoutes(text) ?? [];

test("an extension goes to the registrars that list it, then to those for all", () => {
	const both = routes("manual=* sandbox=com,co.ke");
	expect(registrarsFor("com", both)).toEqual(["sandbox", "manual"]);
	expect(registrarsFor("co.ke", both)).toEqual(["sandbox", "manual"]);
	expect(registrarsFor("ke", both)).toEqual(["manual"]);
	expect(registrarsFor("org", routes("sandbox=com"))).toEqual([]);
	expect(registrarsFor("com", routes("manual=com,* sandbox=com"))).toEqual(["manual", "sandbox"]);
});

test("a registrar without extensions only manages the names it holds", () => {
	expect(routes("manual= sandbox=*")).toEqual([
		{ id: "manual", tlds: [] },
		{ id: "sandbox", tlds: ["*"] },
	]);
	expect(registrarsFor("com", routes("manual= sandbox=*"))).toEqual(["sandbox"]);
});

test.each([
	"",
	"manual",
	"whois=*",
	"manual=.com",
	"manual=com,",
	"manual=* manual=com",
	"manual=com;net",
	"manual=COM",
])("the list %j is refused", (text) => expect(parseRegistrarRoutes(text)).toBeNull());

const settings = {
	...{ ENVIRONMENT: "local", APP_ORIGIN: "http://localhost:8787", PAYMENTS: "sandbox", MAILER: "inbox" },
	...{ MAIL_FROM: "Kikoa <hello@kikoa.example>", PASSWORD_PEPPER: "p".repeat(32), TOKEN_SECRET: "t".repeat(32) },
};

test("OpenProvider needs its credentials, and https in production", () => {
	const REGISTRARS = "openprovider=com,net manual=*";
	expect(() => readConfig({ ...settings, REGISTRARS })).toThrow(/OPENPROVIDER_USERNAME: .*\nOPENPROVIDER_PASSWORD: /);
	const account = { REGISTRARS, OPENPROVIDER_USERNAME: "shop", OPENPROVIDER_PASSWORD: "secret" };
	expect(readConfig({ ...settings, ...account }).OPENPROVIDER_URL).toBe("https://api.openprovider.eu");
	const test = { ...account, OPENPROVIDER_URL: "http://api.sandbox.openprovider.nl:8480" };
	expect(readConfig({ ...settings, ...test }).OPENPROVIDER_URL).toBe(test.OPENPROVIDER_URL);
	expect(() => readConfig({ ...settings, ...test, ENVIRONMENT: "production" })).toThrow(
		/OPENPROVIDER_URL: must use https/,
	);
});

test("the sandbox can't be used together with real registrars", () => {
	expect(readConfig({ ...settings, REGISTRARS: "manual=*" }).REGISTRARS).toEqual([{ id: "manual", tlds: ["*"] }]);
	expect(() => readConfig({ ...settings, REGISTRARS: "sandbox=com manual=*" })).toThrow(/REGISTRARS: the sandbox/);
});
