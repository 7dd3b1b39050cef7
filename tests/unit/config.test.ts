import { expect, test } from "vitest";
import { configOf, readConfig } from "~/platform/config";
import { paymentOrigins } from "~/platform/payment/payment-origins";
import { paybillOf } from "~/platform/payment/payment-settings";

const valid = {
	ENVIRONMENT: "local",
	APP_ORIGIN: "http://localhost:8787",
	REGISTRARS: "sandbox=*",
	PAYMENTS: "sandbox",
	MAILER: "inbox",
	MAIL_FROM: "Kikoa <hello@kikoa.example>",
	PASSWORD_PEPPER: "p".repeat(32),
	TOKEN_SECRET: "t".repeat(32),
	CHAT_WIDGET_SRC: "",
};

test("a complete configuration is accepted", () => {
	expect(readConfig(valid).APP_ORIGIN).toBe("http://localhost:8787");
});

test("bindings are checked once and other values each time, and an invalid configuration stays invalid", () => {
	const bindings = { ...valid };
	expect(configOf(bindings)).toBe(configOf(bindings));
	expect(configOf({ ...valid, MAIL_FROM: "Duka <hello@duka.example>" }).MAIL_FROM).toBe("Duka <hello@duka.example>");
	const incomplete = { ...valid, TOKEN_SECRET: "short" };
	for (const _ of [1, 2]) expect(() => configOf(incomplete)).toThrow(/TOKEN_SECRET/);
});

test("one error lists every value that is missing or malformed", () => {
	const { TOKEN_SECRET: _, ...incomplete } = valid;
	const read = () => readConfig({ ...incomplete, REGISTRARS: "whois=*", MAIL_FROM: "hello" });
	expect(read).toThrow(/TOKEN_SECRET: is missing/);
	expect(read).toThrow(/REGISTRARS: /);
	expect(read).toThrow(/MAIL_FROM: must look like/);
});

test.each([
	["a path", "https://kikoa.example/shop"],
	["a trailing slash", "https://kikoa.example/"],
	["plain http off this machine", "http://kikoa.example"],
	["no scheme", "kikoa.example"],
])("an origin with %s is refused", (_, APP_ORIGIN) => {
	expect(() => readConfig({ ...valid, APP_ORIGIN })).toThrow(/APP_ORIGIN/);
});

test("production refuses stand-ins that send no real email or take no real money", () => {
	const read = () => readConfig({ ...valid, ENVIRONMENT: "production", APP_ORIGIN: "https://kikoa.example" });
	expect(read).toThrow(/MAILER/);
	expect(read).toThrow(/PAYMENTS/);
});

test("eTIMS needs its device, and production takes only signatures that count", () => {
	expect(readConfig(valid).FISCAL).toBe("off");
	const device = {
		ETIMS_PIN: "P051234567X",
		ETIMS_CONTROL_UNIT: "KRACU1",
		ETIMS_CMC_KEY: "k",
		ETIMS_ITEM_CLASS: "81112105",
	};
	expect(readConfig({ ...valid, FISCAL: "etims", ...device })).toMatchObject({ ETIMS_BRANCH: "00" });
	for (const name of Object.keys(device))
		expect(() => readConfig({ ...valid, FISCAL: "etims", ...device, [name]: undefined })).toThrow(
			`${name}: is missing`,
		);
	expect(() => readConfig({ ...valid, ETIMS_PIN: "051234567" })).toThrow(/ETIMS_PIN: must be a KRA PIN/);
	const live = { ...valid, ENVIRONMENT: "production", ...device };
	expect(() => readConfig({ ...live, FISCAL: "stand-in" })).toThrow(/FISCAL: is the stand-in/);
	expect(() => readConfig({ ...live, FISCAL: "etims", ETIMS_ENVIRONMENT: "sandbox" })).toThrow(
		/ETIMS_ENVIRONMENT: is KRA's test service/,
	);
});

test("PAYMENTS lists providers in the order of preference, each once", () => {
	expect(readConfig(valid).PAYMENTS).toEqual(["sandbox"]);
	for (const PAYMENTS of ["", "sandbox,", "sandbox, cash", "sandbox, sandbox"])
		expect(() => readConfig({ ...valid, PAYMENTS })).toThrow(/PAYMENTS: must list one or more of sandbox.*, each once/);
});

const servers = [
	{ name: "web1", host: "web1.kikoa.example", user: "root", capacity: 300 },
	{ name: "web2", host: "web2.kikoa.example", user: "root", capacity: 300, closed: true },
];
const withServers = {
	...valid,
	...{ HOSTING: "servers", HOSTING_SERVERS: servers, HOSTING_TOKENS: "web1=ABC  web2=DEF", HOSTING_KEPT_DAYS: "30" },
};

test("hosting servers are read from tables or JSON, with a token for each", () => {
	for (const list of [servers, JSON.stringify(servers)]) {
		const { HOSTING_SERVERS, HOSTING_TOKENS } = readConfig({ ...withServers, HOSTING_SERVERS: list });
		expect(HOSTING_SERVERS.map(({ name, closed }) => [name, closed, HOSTING_TOKENS.get(name)])).toEqual([
			["web1", false, "ABC"],
			["web2", true, "DEF"],
		]);
	}
	expect(readConfig(valid)).toMatchObject({ HOSTING: "sandbox", HOSTING_SERVERS: [] });
});

test.each([
	["no days", { HOSTING_KEPT_DAYS: undefined }, /HOSTING_KEPT_DAYS: is missing/],
	["too few days", { HOSTING_KEPT_DAYS: "1" }, /HOSTING_KEPT_DAYS: /],
	["no servers", { HOSTING_SERVERS: [] }, /HOSTING_SERVERS: is required when HOSTING is servers/],
	["a server without a token", { HOSTING_TOKENS: "web1=ABC" }, /HOSTING_TOKENS: has no token for web2/],
	["two servers with one name", { HOSTING_SERVERS: [servers[0], servers[0]] }, /has two servers with the same name/],
	["a port in a host name", { HOSTING_SERVERS: [{ ...servers[0], host: "web1.kikoa.example:2087" }] }, /host name/],
	["an unknown field", { HOSTING_SERVERS: [{ ...servers[0], close: true }] }, /HOSTING_SERVERS\.0: .*close/],
	["text that is no JSON", { HOSTING_SERVERS: "web1" }, /HOSTING_SERVERS: /],
])("hosting settings with %s are refused, without printing a token", (_, settings, message) => {
	const read = () => readConfig({ ...withServers, ...settings });
	expect(read).toThrow(message);
	expect(read).not.toThrow(/ABC|DEF/);
});

test("bank accounts are complete, and there is one for each currency", () => {
	const account = {
		...{ bank: "Example Bank", branch: "Kimathi Street", name: "Kikoa Limited", number: "1234567890" },
		...{ swift: "EXAMKENA", currency: "KES" },
	};
	const dollars = { ...account, number: "9876543210", currency: "USD" };
	const read = (accounts: unknown) => readConfig({ ...valid, BANK_ACCOUNTS: accounts }).BANK_ACCOUNTS;
	expect(readConfig(valid).BANK_ACCOUNTS).toEqual([]);
	expect(read(JSON.stringify([account, dollars]))).toEqual([account, dollars]);
	expect(() => read([account, { ...account, number: "5555555555" }])).toThrow(/BANK_ACCOUNTS: has two accounts/);
	for (const wrong of [{ swift: "EXAM" }, { number: "12 34" }, { currency: "EUR" }, { branch: "" }])
		expect(() => read([{ ...account, ...wrong }])).toThrow(/BANK_ACCOUNTS\.0/);
});

test("PayPal needs its credentials, and customers may be sent to its pages", () => {
	const paypal = {
		...valid,
		PAYMENTS: "paypal",
		PAYPAL_CLIENT_ID: "id",
		PAYPAL_CLIENT_SECRET: "secret",
		PAYPAL_WEBHOOK_ID: "webhook",
	};
	expect(paymentOrigins(readConfig(paypal))).toEqual(["https://www.sandbox.paypal.com"]);
	expect(paymentOrigins(readConfig({ ...paypal, PAYPAL_ENVIRONMENT: "live" }))).toEqual(["https://www.paypal.com"]);
	expect(paymentOrigins(readConfig(valid))).toEqual([]);
	for (const name of ["PAYPAL_CLIENT_ID", "PAYPAL_CLIENT_SECRET", "PAYPAL_WEBHOOK_ID"])
		expect(() => readConfig({ ...paypal, [name]: "" })).toThrow(`${name}: is required when PAYMENTS lists paypal`);
	expect(() => readConfig({ ...paypal, PAYMENTS: "sandbox,paypal", PAYPAL_ENVIRONMENT: "live" })).toThrow(
		/PAYMENTS: lists a test provider together with/,
	);
});

test("M-Pesa needs its credentials, and its test service is not combined with real payments", () => {
	const mpesa = {
		...valid,
		PAYMENTS: "mpesa",
		MPESA_SHORTCODE: "174379",
		MPESA_CONSUMER_KEY: "key",
		MPESA_CONSUMER_SECRET: "secret",
		MPESA_PASSKEY: "passkey",
	};
	expect(readConfig(mpesa).PAYMENTS).toEqual(["mpesa"]);
	const { MPESA_PASSKEY: _, ...incomplete } = mpesa;
	expect(() => readConfig(incomplete)).toThrow(/MPESA_PASSKEY: is missing/);
	expect(() => readConfig({ ...mpesa, MPESA_PASSKEY: "" })).toThrow(
		/MPESA_PASSKEY: is required when PAYMENTS lists mpesa/,
	);
	expect(() => readConfig({ ...mpesa, MPESA_SHORTCODE: "17 43 79" })).toThrow(/MPESA_SHORTCODE: must be/);
	expect(readConfig({ ...mpesa, PAYMENTS: "mpesa, sandbox" }).PAYMENTS).toEqual(["mpesa", "sandbox"]);
	expect(() => readConfig({ ...mpesa, PAYMENTS: "mpesa, sandbox", MPESA_ENVIRONMENT: "live" })).toThrow(
		/PAYMENTS: lists a test provider together with/,
	);
	expect(() => readConfig({ ...mpesa, ENVIRONMENT: "production" })).toThrow(/PAYMENTS: lists a test provider, which/);
});

test("Paystack needs its key, and a test key is not combined with real payments", () => {
	const paystack = { ...valid, PAYMENTS: "paystack", PAYSTACK_SECRET_KEY: "sk_test_0123" };
	expect(readConfig(paystack)).toMatchObject({ PAYMENTS: ["paystack"], PAYSTACK_CURRENCIES: ["KES"] });
	expect(() => readConfig({ ...valid, PAYMENTS: "paystack" })).toThrow(/PAYSTACK_SECRET_KEY: is missing/);
	expect(() => readConfig({ ...paystack, PAYSTACK_SECRET_KEY: "pk_test_0123" })).toThrow(/must begin with sk_test_/);
	expect(() => readConfig({ ...paystack, PAYSTACK_CURRENCIES: "KES,NGN" })).toThrow(/PAYSTACK_CURRENCIES: must list/);
	expect(() => readConfig({ ...paystack, ENVIRONMENT: "production" })).toThrow(
		/PAYMENTS: lists a test provider, which/,
	);
	const live = { ...paystack, PAYSTACK_SECRET_KEY: "sk_live_0123" };
	expect(() => readConfig({ ...live, PAYMENTS: "sandbox, paystack" })).toThrow(/PAYMENTS: lists a test provider/);
	expect(paymentOrigins(readConfig(live))).toEqual(["https://checkout.paystack.com"]);
});

test("Pesapal needs its credentials and its notice address, and its test service is no real provider", () => {
	const pesapal = {
		...valid,
		PAYMENTS: "pesapal",
		PESAPAL_CONSUMER_KEY: "key",
		PESAPAL_CONSUMER_SECRET: "secret",
		PESAPAL_IPN_ID: "fe078e53-78da-4a83-aa89-e7ded5c456e6",
		PESAPAL_CALLBACK_TOKEN: "0".repeat(32),
	};
	expect(paymentOrigins(readConfig(pesapal))).toEqual(["https://cybqa.pesapal.com"]);
	expect(paymentOrigins(readConfig({ ...pesapal, PESAPAL_ENVIRONMENT: "live" }))).toEqual(["https://pay.pesapal.com"]);
	const { PESAPAL_IPN_ID: _, ...incomplete } = pesapal;
	expect(() => readConfig(incomplete)).toThrow(/PESAPAL_IPN_ID: is missing/);
	expect(() => readConfig({ ...pesapal, PESAPAL_CALLBACK_TOKEN: "guess" })).toThrow(/PESAPAL_CALLBACK_TOKEN: must be/);
	expect(() => readConfig({ ...pesapal, ENVIRONMENT: "production" })).toThrow(/PAYMENTS: lists a test provider, which/);
});

test("payments to a paybill need the secret of its addresses, and a till can't take them", () => {
	const paybill = {
		...valid,
		PAYMENTS: "mpesa",
		MPESA_SHORTCODE: "174379",
		MPESA_CONSUMER_KEY: "key",
		MPESA_CONSUMER_SECRET: "secret",
		MPESA_PASSKEY: "passkey",
		MPESA_C2B: "on",
		MPESA_CALLBACK_TOKEN: "0".repeat(32),
	};
	expect(paybillOf(readConfig(paybill))).toBe("174379");
	expect(paybillOf(readConfig({ ...paybill, MPESA_C2B: "off" }))).toBeNull();
	expect(paybillOf(readConfig({ ...paybill, PAYMENTS: "sandbox" }))).toBeNull();
	const { MPESA_CALLBACK_TOKEN: _, ...incomplete } = paybill;
	expect(() => readConfig(incomplete)).toThrow(/MPESA_CALLBACK_TOKEN/);
	expect(() => readConfig({ ...paybill, MPESA_CALLBACK_TOKEN: "query".repeat(8) })).toThrow(
		/MPESA_CALLBACK_TOKEN: must be/,
	);
	expect(() => readConfig({ ...paybill, MPESA_TILL: "555123" })).toThrow(/MPESA_C2B: needs a paybill/);
	expect(() => readConfig({ ...paybill, MPESA_INITIATOR: "api" })).toThrow(/MPESA_SECURITY_CREDENTIAL/);
});

test("an HTTP mailer needs its key", () => {
	expect(() => readConfig({ ...valid, MAILER: "http" })).toThrow(/RESEND_API_KEY/);
});

test("Cloudflare's DNS needs the account's id and a token", () => {
	const cloudflare = { ...valid, DNS: "cloudflare" };
	const complete = { ...cloudflare, CLOUDFLARE_DNS_ACCOUNT: "0a".repeat(16), CLOUDFLARE_DNS_TOKEN: "t".repeat(40) };
	expect(readConfig(complete).DNS).toEqual(["cloudflare"]);
	expect(() => readConfig(cloudflare)).toThrow(/CLOUDFLARE_DNS_ACCOUNT.*\n.*CLOUDFLARE_DNS_TOKEN/);
	expect(() => readConfig({ ...complete, CLOUDFLARE_DNS_ACCOUNT: "kikoa" })).toThrow(/32 hexadecimal digits/);
});

test("PowerDNS needs its address and key, and redirect addresses must be IP addresses", () => {
	const powerdns = { ...valid, DNS: "powerdns" };
	const complete = { ...powerdns, POWERDNS_URL: "https://dns.kikoa.example:8443", POWERDNS_API_KEY: "k".repeat(16) };
	expect(readConfig(valid).DNS).toEqual(["sandbox"]);
	expect(() => readConfig(powerdns)).toThrow(/POWERDNS_URL.*\n.*POWERDNS_API_KEY/);
	expect(() => readConfig({ ...complete, POWERDNS_URL: "http://dns.kikoa.example" })).toThrow(/must use https/);
	expect(() => readConfig({ ...complete, REDIRECT_ADDRESSES: "192.0.2.1, kikoa.example" })).toThrow(/IP addresses/);
	expect(readConfig({ ...complete, REDIRECT_ADDRESSES: "192.0.2.1, 2001:db8::1" })).toMatchObject({
		DNS: ["powerdns"],
		REDIRECT_ADDRESSES: ["192.0.2.1", "2001:db8::1"],
	});
});

test("several DNS services need their credentials, and nameservers of each after the first", () => {
	const both = {
		...{ ...valid, DNS: "powerdns, cloudflare", POWERDNS_URL: "https://dns.kikoa.example:8443" },
		...{
			POWERDNS_API_KEY: "k".repeat(16),
			CLOUDFLARE_DNS_ACCOUNT: "0a".repeat(16),
			CLOUDFLARE_DNS_TOKEN: "t".repeat(40),
		},
	};
	expect(readConfig(both).DNS).toEqual(["powerdns", "cloudflare"]);
	expect(() => readConfig({ ...both, CLOUDFLARE_DNS_TOKEN: undefined })).toThrow(/CLOUDFLARE_DNS_TOKEN/);
	expect(() => readConfig({ ...both, DNS: "cloudflare powerdns" })).toThrow(/DNS: lists powerdns .*otherNameservers/);
	expect(() => readConfig({ ...both, DNS: "powerdns powerdns" })).toThrow(/DNS: lists a service twice/);
	expect(() => readConfig({ ...both, DNS: "powerdns sandbox" })).toThrow(/DNS: can't combine the sandbox/);
	expect(() => readConfig({ ...both, DNS: "bind" })).toThrow(/DNS/);
});

test.each(["http://chat.example/widget.js", "javascript:alert(1)", "chat.example"])(
	"the chat widget %s is refused",
	(src) => {
		expect(() => readConfig({ ...valid, CHAT_WIDGET_SRC: src })).toThrow(
			/CHAT_WIDGET_SRC: must be empty or an https address/,
		);
	},
);

const registries = [{ name: "kenic", tlds: ["ke", "co.ke"], url: "epp://epp.registry.example:700", user: "kikoa" }];
const withEpp = {
	...{ ...valid, REGISTRARS: "epp=co.ke manual=*" },
	...{ EPP_REGISTRIES: registries, EPP_PASSWORDS: "kenic=pass=word!" },
};
const bridged = [{ ...registries[0], url: "https://epp.kikoa.example:8443" }];

test("registries are read from tables or JSON, with a password for each", () => {
	for (const list of [registries, JSON.stringify(registries)]) {
		const { EPP_REGISTRIES, EPP_PASSWORDS } = readConfig({ ...withEpp, EPP_REGISTRIES: list });
		expect(EPP_REGISTRIES).toEqual(registries);
		expect(EPP_PASSWORDS.get("kenic")).toBe("pass=word!");
	}
	const paced = [{ ...registries[0], readsPerMinute: 120 }];
	expect(readConfig({ ...withEpp, EPP_REGISTRIES: paced }).EPP_REGISTRIES).toEqual(paced);
	const binding = { fetch: async () => new Response() };
	expect(readConfig({ ...withEpp, EPP_REGISTRIES: bridged, EPP_BRIDGE: binding }).EPP_BRIDGE).toBe(binding);
	expect(readConfig(valid)).toMatchObject({ EPP_REGISTRIES: [] });
});

test.each([
	["no registry", { EPP_REGISTRIES: [] }, /EPP_REGISTRIES: is required/],
	["no registry for an extension", { REGISTRARS: "epp=co.ke,africa" }, /has no registry for africa/],
	["no registry for all extensions", { REGISTRARS: "epp=*" }, /has no registry for \*/],
	["two registries for an extension", { EPP_REGISTRIES: [...registries, ...registries] }, /the same name or extension/],
	["a registry without a password", { EPP_PASSWORDS: "" }, /EPP_PASSWORDS: has no password for kenic/],
	["a bridge without its binding", { EPP_REGISTRIES: bridged }, /EPP_BRIDGE: is missing/],
	["more reads than a run can make", { EPP_REGISTRIES: [{ ...registries[0], readsPerMinute: 301 }] }, /readsPerMinute/],
	["an address without encryption", { EPP_REGISTRIES: [{ ...bridged[0], url: "http://a.ke" }] }, /must look like epp:/],
])("EPP with %s is refused", (_, change, message) => {
	expect(() => readConfig({ ...withEpp, ...change })).toThrow(message);
});
