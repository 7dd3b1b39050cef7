import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { soldPlans } from "~/features/catalog/catalog";
import { createServices } from "~/services.server";
import { createHttp } from "../../workers/http";
import { runTasks } from "../../workers/jobs/schedule";
import { createCloudflareDnsService } from "../services/cloudflare-dns";
import { createDarajaServer, darajaAccount } from "../services/daraja";
import { createDirectAdminService } from "../services/directadmin";
import { createEppBridge, createEppServer } from "../services/epp";
import { createEtimsServer, etimsAccount } from "../services/etims";
import { createOpenProvider } from "../services/openprovider";
import { createPayPalServer, payPalAccount } from "../services/paypal";
import { createPaystackServer, paystackKey } from "../services/paystack";
import { createPesapalServer, pesapalAccount } from "../services/pesapal";
import { createPowerDnsService } from "../services/powerdns";
import { createResellerClub } from "../services/resellerclub";
import { createWhmService } from "../services/whm";
import { replaceMethod } from "../support/replace-method";

const dnsKey = "key-of-the-tests-0000";
const dnsAccount = "0123456789abcdef0123456789abcdef";

/** The registry, behind the bridge. */
function theBridge() {
	const registry = createEppServer({ clock: Date.now });
	registry.state.password = "pass=word!";
	return createEppBridge(registry);
}

/** Every setting of a deployment that uses all adapters. `DNS` has one at a time. */
const settings = {
	...{ ENVIRONMENT: "production", APP_ORIGIN: "https://kikoa.test", HEALTH_TOKEN: "h".repeat(32) },
	...{ MAILER: "http", MAIL_FROM: "Kikoa <hello@kikoa.test>", RESEND_API_KEY: "re_key" },
	...{ BREACHED_PASSWORDS: "http", PAYMENTS: "mpesa, paystack, paypal, pesapal" },
	...{ MPESA_ENVIRONMENT: "live", MPESA_SHORTCODE: darajaAccount.shortcode, MPESA_PASSKEY: darajaAccount.passkey },
	...{ MPESA_CONSUMER_KEY: darajaAccount.consumerKey, MPESA_CONSUMER_SECRET: darajaAccount.consumerSecret },
	...{ PAYSTACK_SECRET_KEY: "sk_live_0123", PAYPAL_ENVIRONMENT: "live", PAYPAL_CLIENT_ID: payPalAccount.clientId },
	...{ PAYPAL_CLIENT_SECRET: payPalAccount.clientSecret, PAYPAL_WEBHOOK_ID: payPalAccount.webhookId },
	...{ PESAPAL_ENVIRONMENT: "live", PESAPAL_CONSUMER_KEY: pesapalAccount.consumerKey },
	...{ PESAPAL_CONSUMER_SECRET: pesapalAccount.consumerSecret, PESAPAL_IPN_ID: pesapalAccount.notificationId },
	PESAPAL_CALLBACK_TOKEN: pesapalAccount.callbackToken,
	REGISTRARS: "epp=ke,co.ke resellerclub=net openprovider=com,org manual=*",
	EPP_REGISTRIES: JSON.stringify([
		{ name: "kenic", tlds: ["ke", "co.ke"], url: "https://epp.kikoa.test", user: "kikoa" },
	]),
	...{ EPP_PASSWORDS: "kenic=pass=word!", EPP_BRIDGE: theBridge() },
	...{ OPENPROVIDER_USERNAME: "shop", OPENPROVIDER_PASSWORD: "secret" },
	...{ RESELLERCLUB_ID: "123456", RESELLERCLUB_API_KEY: "key-of-the-tests", COST_RATES: "EUR=150 INR=1.5 USD=130" },
	...{ POWERDNS_URL: "https://dns.kikoa.test", POWERDNS_API_KEY: dnsKey },
	...{ CLOUDFLARE_DNS_ACCOUNT: dnsAccount, CLOUDFLARE_DNS_TOKEN: "token-0123456789abcdef" },
	...{ HOSTING: "servers", HOSTING_TOKENS: "web1=TOKEN1 da1=KEY+2=", HOSTING_KEPT_DAYS: "30" },
	HOSTING_SERVERS: JSON.stringify([
		{ name: "web1", host: "web1.kikoa.test", user: "kikoa", capacity: 5 },
		{ name: "da1", panel: "directadmin", host: "da1.kikoa.test", user: "kikoa", capacity: 5 },
	]),
	...{ FISCAL: "etims", ETIMS_ENVIRONMENT: "live", ETIMS_PIN: etimsAccount.pin, ETIMS_CMC_KEY: etimsAccount.cmcKey },
	...{ ETIMS_CONTROL_UNIT: etimsAccount.controlUnit, ETIMS_ITEM_CLASS: etimsAccount.itemClass },
};

/** The services by host. Each checks its credentials. */
function theServices() {
	const clock = Date.now;
	const packages = soldPlans().map(({ id }) => id);
	const [openProvider, resellerClub] = [createOpenProvider({ clock }), createResellerClub({ clock })];
	const [paystack, pesapal] = [createPaystackServer({ clock }), createPesapalServer({ clock })];
	/** The server of the tests knows one key. */
	const withTestKey = (request: Request) => {
		expect(request.headers.get("Authorization")).toBe("Bearer sk_live_0123");
		const headers = new Headers(request.headers);
		headers.set("Authorization", `Bearer ${paystackKey}`);
		return paystack.fetch(new Request(request, { headers }));
	};
	return {
		"api.safaricom.co.ke": createDarajaServer({ clock }).fetch,
		"api.paystack.co": withTestKey,
		"api-m.paypal.com": createPayPalServer({ clock }).fetch,
		// The server of the tests has the path of Pesapal's test service.
		"pay.pesapal.com": (request: Request) =>
			pesapal.fetch(new Request(request.url.replace("/v3/", "/pesapalv3/"), request)),
		"api.openprovider.eu": (request: Request) => openProvider.fetch(request.url, request),
		"httpapi.com": (request: Request) => resellerClub.fetch(request.url, request),
		"dns.kikoa.test": createPowerDnsService({ clock, apiKey: dnsKey }).fetch,
		"api.cloudflare.com": createCloudflareDnsService({
			...{ clock, token: "token-0123456789abcdef", account: dnsAccount, nameservers: [] },
		}).fetch,
		"web1.kikoa.test": createWhmService({ host: "web1.kikoa.test", token: "TOKEN1", packages }).fetch,
		"da1.kikoa.test": createDirectAdminService({ host: "da1.kikoa.test", token: "KEY+2=", packages }).fetch,
		"etims-api.kra.go.ke": createEtimsServer({ clock }).fetch,
		"api.resend.com": async ({ headers }: Request) =>
			headers.get("Authorization") === "Bearer re_key"
				? Response.json({ data: [] })
				: Response.json({ name: "invalid_api_key" }, { status: 401 }),
	} satisfies Record<string, (request: Request) => Promise<Response> | Response>;
}

/** What registries answer by RDAP, and resolvers by HTTPS. */
const notRegistered = () =>
	Response.json({ errorCode: 404 }, { status: 404, headers: { "Content-Type": "application/rdap+json" } });

let called: Set<string>;
let restore = () => {};

beforeEach(async () => {
	called = new Set();
	vi.spyOn(console, "warn").mockImplementation(() => {});
	for (const table of ["part_checks", "service_days", "service_incidents", "outbox"])
		await env.DB.exec(`delete from ${table}`);
	const services: Readonly<Record<string, (request: Request) => Promise<Response> | Response>> = theServices();
	restore = replaceMethod(globalThis, "fetch", async (input, init) => {
		const request = new Request(input as string, init);
		const { hostname } = new URL(request.url);
		called.add(hostname);
		return services[hostname]?.(request) ?? notRegistered();
	});
});
afterEach(() => {
	restore();
	vi.restoreAllMocks();
});

const page = createHttp(async () => new Response("a page", { headers: { "Content-Type": "text/html" } }));

test.each(["powerdns", "cloudflare", "powerdns cloudflare"])(
	"a production shop with every adapter and %s starts, reaches each service with its credentials, and says so",
	async (DNS) => {
		await runInDurableObject(env.EPP_SESSIONS.getByName("kenic"), (instance) => {
			Object.assign(instance, { env: { EPP_BRIDGE: settings.EPP_BRIDGE } });
		});
		const production = { ...env, ...settings, DNS } as unknown as Env;
		const work: Promise<unknown>[] = [];
		const context = { waitUntil: (one: Promise<unknown>) => void work.push(one), passThroughOnException() {} };
		const newServices = () => createServices(production, (one) => work.push(one), { queues: { send: async () => {} } });
		await newServices().registrarAccounts.importCosts();
		await newServices().registrarAccounts.readBalances();
		await runTasks("* * * * *", newServices, [["service checks", ({ uptime }) => uptime.check()]]);
		const ask = (path: string, headers: Record<string, string> = {}) =>
			page.fetch(new Request(`https://kikoa.test${path}`, { headers }), production, context as never);

		const health = await ask("/api/health", { Authorization: `Bearer ${settings.HEALTH_TOKEN}` });
		const { dependencies } = await health.json<{ dependencies: { name: string; state: string; reason?: string }[] }>();
		const outside = dependencies.filter(({ name }) => /: |^Registries$/.test(name));
		expect(outside.filter(({ state }) => state !== "working")).toEqual([]);
		expect(outside.map(({ name }) => name).toSorted()).toEqual([
			...["Balance: openprovider", "Balance: resellerclub", "Costs: openprovider", "Costs: resellerclub"],
			...DNS.split(" ")
				.map((service) => `DNS: ${service}`)
				.toSorted(),
			...["Email: http", "Hosting: da1", "Hosting: web1"],
			...["Payments: mpesa", "Payments: paypal", "Payments: paystack", "Payments: pesapal"],
			...["Registrar: epp", "Registrar: manual", "Registrar: openprovider", "Registrar: resellerclub"],
			...["Registries", "Tax invoices: etims"],
		]);
		const servers = { powerdns: "dns.kikoa.test", cloudflare: "api.cloudflare.com" };
		const others = Object.entries(servers).flatMap(([service, host]) => (DNS.includes(service) ? [] : [host]));
		const expected = Object.keys(theServices()).filter((host) => !others.includes(host));
		expect(expected.filter((host) => !called.has(host))).toEqual([]);
		expect((await ask("/")).status).toBe(200);
		await Promise.all(work);
	},
);

/** What identifies the shop at each service. */
const credentials = Object.keys(settings).filter((name) =>
	/_(SHORTCODE|PASSKEY|KEY|SECRET|TOKENS?|ID|PIN|CONTROL_UNIT|PASSWORDS?|USERNAME|REGISTRIES|SERVERS)$/.test(name),
);

test("a production shop with every adapter names the credential that is missing", () => {
	expect(credentials.length).toBeGreaterThan(25);
	for (const name of [...credentials, "PASSWORD_PEPPER", "TOKEN_SECRET"]) {
		// These are optional, or not of the DNS host in use.
		if (["BREACHED_PASSWORDS", "HEALTH_TOKEN", "CLOUDFLARE_DNS_TOKEN"].includes(name)) continue;
		const incomplete = { ...env, ...settings, DNS: "powerdns", [name]: undefined } as unknown as Env;
		const read = () => createServices(incomplete, () => {});
		expect(read, name).toThrow(new RegExp(`^Configuration:(\\n${name}: is missing)+$`));
	}
	const cloudflare = { ...env, ...settings, DNS: "cloudflare", CLOUDFLARE_DNS_TOKEN: undefined } as unknown as Env;
	expect(() => createServices(cloudflare, () => {})).toThrow("CLOUDFLARE_DNS_TOKEN: is missing");
});

test("a request creates only the adapters that it uses", async () => {
	const read: string[] = [];
	const production = new Proxy({ ...env, ...settings, DNS: "powerdns" } as unknown as Env, {
		get(target, name) {
			read.push(String(name));
			return Reflect.get(target, name);
		},
	});
	const services = createServices(production, () => {});
	const adapterBindings = () =>
		read.filter((name) => ["ACCESS_TOKENS", "EPP_SESSIONS", "REGISTRY_BUDGET"].includes(name));
	expect(services.sessions).toBeDefined();
	expect(adapterBindings()).toEqual([]);
	expect(services.registrar.stops().map(({ id }) => id)).toEqual(["epp", "resellerclub", "openprovider", "manual"]);
	expect(new Set(adapterBindings())).toEqual(new Set(["ACCESS_TOKENS", "EPP_SESSIONS", "REGISTRY_BUDGET"]));
	expect(called, "no service is called before it is needed").toEqual(new Set());
});
