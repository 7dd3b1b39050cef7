import { env } from "cloudflare:workers";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import type { DomainContact } from "~/features/domains/contacts";
import { logger } from "~/lib/log.server";
import { money } from "~/lib/money";
import { readConfig } from "~/platform/config";
import type { FiscalDocument } from "~/platform/fiscal/fiscal-signer";
import { cloudflareMailer } from "~/platform/mailer/cloudflare";
import type { Mailer } from "~/platform/mailer/mailer";
import { choosePaymentProviders } from "~/platform/payment/choose-payment-providers";
import type { PaymentProvider } from "~/platform/payment/payment-provider";
import { connectToBridge } from "~/platform/registrar/epp/bridge-connection";
import { connectOver } from "~/platform/registrar/epp/connection";
import { createEppRegistrar } from "~/platform/registrar/epp/epp";
import { createEppSession } from "~/platform/registrar/epp/session";
import type { RegistrarAdapter } from "~/platform/registrar/registrar";
import type { RegistrarId } from "~/platform/registrar/registrar-routes";
import { type ServiceName, serviceFetch } from "~/platform/service-fetch";
import { createPorts, type Ports } from "~/ports.server";
import { createCloudflareDnsService } from "../services/cloudflare-dns";
import { createDarajaServer } from "../services/daraja";
import { createDirectAdminService } from "../services/directadmin";
import { createEppBridge, createEppServer } from "../services/epp";
import { createEtimsServer } from "../services/etims";
import { createOpenProvider } from "../services/openprovider";
import { createPayPalServer } from "../services/paypal";
import { createPaystackServer } from "../services/paystack";
import { createPesapalServer } from "../services/pesapal";
import { createPowerDnsService } from "../services/powerdns";
import { createResellerClub } from "../services/resellerclub";
import { createWhmService } from "../services/whm";
import { readLogs } from "../support/logs";

const clock = Date.now;

/** What no line may contain: a customer's data, a domain and its holder, and our credentials. */
const holder: DomainContact = {
	...{ firstName: "Zawadimarked", lastName: "Kiprotichmarked", organisation: "Markedworks Ltd" },
	...{ email: "zawadi@marked-mail.co.ke", phone: "+254799887766", address: "Markedplot 77", city: "Markedtown" },
	...{ postalCode: "90917", country: "KE" },
};
const personal = {
	...{ domain: "marked-shop.com", pin: "A012345678Z", password: "Marked-Passw0rd!", authCode: "marked-auth-code" },
	...{ subject: "Markedsubject", card: "AUTH_markedcard" },
};
const secrets = {
	...{ OPENPROVIDER_USERNAME: "marked-user", OPENPROVIDER_PASSWORD: "marked-openprovider-password" },
	...{ RESELLERCLUB_API_KEY: "marked-resellerclub-key", POWERDNS_API_KEY: "marked-powerdns-key" },
	...{ CLOUDFLARE_DNS_TOKEN: "marked-cloudflare-token", ETIMS_CMC_KEY: "marked-etims-key" },
	...{ MPESA_CONSUMER_KEY: "marked-mpesa-key", MPESA_CONSUMER_SECRET: "marked-mpesa-secret" },
	...{ MPESA_PASSKEY: "marked-mpesa-passkey", PAYPAL_CLIENT_SECRET: "marked-paypal-secret" },
	...{ PAYSTACK_SECRET_KEY: "sk_test_markedpaystackkey", PESAPAL_CONSUMER_SECRET: "marked-pesapal-secret" },
	RESEND_API_KEY: "re_markedresendkey",
	...{ MPESA_INITIATOR: "marked-mpesa-initiator", MPESA_SECURITY_CREDENTIAL: "marked-mpesa-credential" },
};
const hostingToken = "MARKEDHOSTINGTOKEN";
const eppPassword = "marked-epp-pw";
const markers = [...Object.values(holder), ...Object.values(personal), ...Object.values(secrets), "799887766"].filter(
	(text): text is string => typeof text === "string" && text !== "KE",
);

interface Case {
	/** Settings with which the Worker uses the service. */
	readonly settings?: Readonly<Record<string, unknown>>;
	/** The service as its documentation says. */
	readonly server: () => (request: Request) => Response | Promise<Response>;
	/** Calls with the data above, one after the other. */
	readonly calls: (ports: Ports, send: (request: Request) => Promise<Response>) => readonly (() => unknown)[];
}

const held = (registrar: RegistrarId) => ({
	...{ name: personal.domain, registrar, registryId: null, registeredAt: Date.now() },
});

/** What a shop asks of a registrar for a domain and its holder. */
function registrarCalls(registrar: RegistrarAdapter, id: RegistrarId): (() => unknown)[] {
	const order = { opId: `op-${crypto.randomUUID()}`, name: personal.domain, registrar: id, registrant: holder };
	return [
		() => registrar.register({ ...order, years: 1, privacy: true, maxCost: money(100_00, "KES") }),
		() => registrar.transferIn({ ...order, opId: `${order.opId}-in`, authCode: personal.authCode }),
		() => registrar.lookUp(personal.domain, id),
		() => registrar.info(held(id)),
		() => registrar.authCode(held(id)),
		() => registrar.resetAuthCode(held(id)),
		() =>
			registrar.update(held(id), {
				...{ nameservers: [`ns1.${personal.domain}`, "ns2.kikoa.example"], ds: null, locked: true, privacy: true },
				glue: [{ host: `ns1.${personal.domain}`, addresses: ["192.0.2.77"] }],
				contacts: { registrant: holder, admin: holder, tech: null },
			}),
		() => registrar.renew({ ...held(id), opId: `${order.opId}-r`, years: 1, currentExpiry: Date.now() }),
		() => registrar.list?.(null),
		() => registrar.balance?.(),
		() => registrar.remove(held(id)),
	];
}

/** What it asks of a payment provider. */
function paymentCalls(
	settings: Readonly<Record<string, unknown>>,
	start: Partial<Parameters<PaymentProvider["start"]>[0]>,
) {
	const [provider] = choosePaymentProviders(readConfig({ ...env, ...settings }), {
		...{ clock, accessTokens: env.ACCESS_TOKENS, sandbox: () => Promise.reject(new Error("not used")) as never },
	});
	if (!provider) throw new Error("no provider");
	const attemptId = `pay_${crypto.randomUUID()}`;
	const refund = {
		...({ method: "card", currency: "KES", reference: null } as const),
		...{ refundId: `ref_${attemptId}`, receipt: "SGL31HA2UV", amount: 100 },
		...{ reason: `Refund to ${holder.email}`, resultUrl: "https://kikoa.test/api/x/marked-token" },
	};
	let ref = attemptId;
	const spoken = JSON.stringify({ email: holder.email, phone: holder.phone, name: holder.firstName });
	return [
		() => provider.probe(),
		async () => {
			const started = await provider.start({
				...{ attemptId, method: "card", invoiceNumber: "KK2026000001", amount: 100_00, currency: "KES" },
				payer: { phone: holder.phone, email: holder.email },
				returnUrl: "https://kikoa.test/return/marked-token",
				webhookUrl: "https://kikoa.test/api/payments/x/marked-token",
				...start,
			});
			if ("providerRef" in started) ref = started.providerRef;
		},
		() => provider.fetchStatus(ref),
		() => provider.capture?.(ref, "marked-approval"),
		() => provider.withdraw?.(ref),
		() => provider.forgetCard?.(personal.card),
		() => provider.refunds?.request({ ...refund, providerRef: ref }),
		() => provider.refunds?.fetchStatus({ ...refund, providerRef: ref, reference: "refund-1" }),
		() => provider.parseWebhook(new TextEncoder().encode(spoken), new Headers({ "x-signature": "marked" }), Date.now()),
		() => provider.direct?.parseNotice(new TextEncoder().encode(spoken)),
		() => provider.direct?.list(Date.now() - 3_600_000, Date.now()),
	];
}

const message = {
	...{ from: "Kikoa <kikoa@kikoa.example>", to: holder.email, subject: personal.subject },
	...{ html: `<p>Dear ${holder.firstName}</p>`, text: `Dear ${holder.firstName}, ${holder.address}` },
} as Parameters<Mailer["send"]>[0];

/** What it asks of a hosting server, for a plan whose customer has the domain. */
function hostingCalls({ hostingPanel: panel }: Ports): (() => unknown)[] {
	const account = `hst_${crypto.randomUUID()}`;
	const plan = { account, plan: "shared-starter", resources: {}, email: holder.email };
	return [
		() => panel.create(plan),
		() => panel.setDomain(account, personal.domain),
		() => panel.hasCertificate(account, personal.domain),
		() => panel.changePassword(account, personal.password),
		() => panel.signInLink(account),
		() => panel.suspend(account, `Not paid by ${holder.email}`),
		() => panel.backUp(account, null),
		() => panel.usage(account),
		() => panel.usageOfServer("web1", 0),
		() => panel.adopt({ ...plan, server: "web1", user: "zawadimarked", domain: personal.domain }),
		() => panel.terminate(account),
		() => panel.probe(),
	];
}

const hostingServer = (panel: "whm" | "directadmin") => ({
	...{ HOSTING: "servers", HOSTING_KEPT_DAYS: "30", HOSTING_TOKENS: `web1=${hostingToken}` },
	HOSTING_SERVERS: [{ name: "web1", panel, host: "web1.kikoa.test", user: "kikoa", capacity: 100 }],
});

/** What it asks of the DNS service of a domain. */
function dnsCalls({ dnsHosts: { first } }: Ports): (() => unknown)[] {
	const owner = { id: `dom_${crypto.randomUUID()}`, since: Date.now() };
	const zone = personal.domain;
	const set = { name: `${holder.firstName}.${zone}.`, type: "TXT", ttl: 3_600, values: [`"${holder.email}"`] };
	return [
		() => first.claimZone(zone, owner),
		() => first.apply(zone, owner, [set], 1),
		() => first.apply(zone, owner, [{ ...set, name: `a b.${zone}.` }], 2),
		() => first.list(zone, owner),
		() => first.sign(zone, owner),
		() => first.unsign(zone, owner),
		() => first.zones(null),
		() => first.deleteZone(zone, owner),
	];
}

const invoice: FiscalDocument = {
	...{ kind: "invoice", number: 7, reference: "KK2026000007", original: null, paidBy: "card", at: Date.now() },
	buyer: { name: `${holder.firstName} ${holder.lastName}`, taxPin: personal.pin },
	lines: [{ description: personal.domain, quantity: 1, gross: 100_00, net: 100_00, tax: 16_00, taxBasisPoints: 1_600 }],
};

/** By service. A new one does not compile without a case here. */
const cases: Readonly<Record<ServiceName, Case>> = {
	breached_passwords: {
		settings: { BREACHED_PASSWORDS: "http" },
		server: () => () => new Response("0018A45C4D1DEF81644B54AB7F969B88D65:1"),
		calls: ({ breachedPasswords }) => [() => breachedPasswords.isKnown(personal.password)],
	},
	cloudflare_dns: {
		settings: { DNS: "cloudflare", CLOUDFLARE_DNS_ACCOUNT: "0".repeat(32) },
		server: () =>
			createCloudflareDnsService({
				...{ clock, token: secrets.CLOUDFLARE_DNS_TOKEN, account: "0".repeat(32) },
				nameservers: ["ns1.kikoa.example", "ns2.kikoa.example"],
			}).fetch,
		calls: dnsCalls,
	},
	directadmin: {
		settings: hostingServer("directadmin"),
		server: () => createDirectAdminService({ host: "web1.kikoa.test", token: hostingToken }).fetch,
		calls: hostingCalls,
	},
	dns_over_https: {
		settings: { REGISTRARS: "manual=*" },
		server: () => () => Response.json({ Status: 0, Answer: [{ name: personal.domain, type: 16, data: holder.email }] }),
		calls: ({ dnsLookup }) => [
			() => dnsLookup.text(`_hosting-check.${personal.domain}`, holder.email),
			() => dnsLookup.delegation(personal.domain),
		],
	},
	epp_bridge: {
		server: () => (request) => eppBridge.fetch(request),
		calls: (_, send) => {
			const fetch = serviceFetch("epp_bridge", (url, init) => send(new Request(url, init)));
			const connect = () => connectToBridge({ fetch, url: "https://epp.kikoa.test", timeoutMs: 400 });
			return registrarCalls(eppRegistrar(connect), "epp");
		},
	},
	etims: {
		settings: {
			...{ FISCAL: "etims", ETIMS_PIN: "P051234567X", ETIMS_CONTROL_UNIT: "KRACU1", ETIMS_ITEM_CLASS: "8111210500" },
		},
		server: () => createEtimsServer({ clock, cmcKey: secrets.ETIMS_CMC_KEY }).fetch,
		calls: ({ fiscalSigner }) => [
			() => fiscalSigner?.sign(invoice),
			() => fiscalSigner?.find(7),
			() => fiscalSigner?.probe(),
		],
	},
	mpesa: {
		server: () => createDarajaServer({ clock }).fetch,
		calls: () =>
			paymentCalls(
				{
					...{ ...secrets, PAYMENTS: "mpesa", MPESA_SHORTCODE: "174379" },
					...{ MPESA_C2B: "on", MPESA_CALLBACK_TOKEN: "0123456789abcdef0123456789abcdef" },
				},
				{ method: "mpesa" },
			),
	},
	openprovider: {
		settings: { REGISTRARS: "openprovider=*", OPENPROVIDER_URL: "https://api.openprovider.test" },
		server: () => {
			const { fetch } = createOpenProvider({
				...{ clock, username: secrets.OPENPROVIDER_USERNAME, password: secrets.OPENPROVIDER_PASSWORD },
			});
			return (request) => fetch(request.url, request);
		},
		calls: ({ registrar }) => registrarCalls(registrar as unknown as RegistrarAdapter, "openprovider"),
	},
	paypal: {
		server: () => createPayPalServer({ clock }).fetch,
		calls: () =>
			paymentCalls(
				{ ...secrets, PAYMENTS: "paypal", PAYPAL_CLIENT_ID: "client-id", PAYPAL_WEBHOOK_ID: "1JE4291016473214C" },
				{ method: "paypal", currency: "USD" },
			),
	},
	paystack: {
		server: () => createPaystackServer({ clock }).fetch,
		calls: () => [
			...paymentCalls({ ...secrets, PAYMENTS: "paystack" }, {}),
			...paymentCalls({ ...secrets, PAYMENTS: "paystack" }, { cardToken: personal.card }),
		],
	},
	pesapal: {
		server: () => createPesapalServer({ clock }).fetch,
		calls: () =>
			paymentCalls(
				{
					...{ ...secrets, PAYMENTS: "pesapal", PESAPAL_CONSUMER_KEY: "consumer-key", PESAPAL_IPN_ID: "ipn-1" },
					PESAPAL_CALLBACK_TOKEN: "0123456789abcdef0123456789abcdef",
				},
				{},
			),
	},
	powerdns: {
		settings: { DNS: "powerdns", POWERDNS_URL: "https://dns.kikoa.test" },
		server: () => createPowerDnsService({ clock, apiKey: secrets.POWERDNS_API_KEY }).fetch,
		calls: dnsCalls,
	},
	rdap: {
		settings: { REGISTRARS: "manual=*" },
		server: () => () => Response.json({ ldhName: personal.domain, entities: [{ vcardArray: [holder] }] }),
		calls: ({ registrar }) => [() => Array.fromAsync(registrar.check([personal.domain, "marked-shop.co.ke"]))],
	},
	resellerclub: {
		settings: {
			REGISTRARS: "resellerclub=*",
			RESELLERCLUB_ID: "123456",
			RESELLERCLUB_URL: "https://reseller.test/api",
		},
		server: () => {
			const { fetch } = createResellerClub({ clock, apiKey: secrets.RESELLERCLUB_API_KEY });
			return (request) => fetch(request.url, request);
		},
		calls: ({ registrar }) => registrarCalls(registrar as unknown as RegistrarAdapter, "resellerclub"),
	},
	resend: {
		settings: { MAILER: "http" },
		server: () => () => Response.json({ id: crypto.randomUUID() }),
		calls: ({ mailer }) => [() => mailer.send(message, "out_1"), () => mailer.probe?.()],
	},
	whm: {
		settings: hostingServer("whm"),
		server: () => createWhmService({ host: "web1.kikoa.test", token: hostingToken }).fetch,
		calls: hostingCalls,
	},
};

const eppServer = createEppServer({ clock });
const eppBridge = createEppBridge(eppServer);

/** A registry that is reached by EPP. */
function eppRegistrar(connect: Parameters<typeof createEppSession>[0]["connect"]): RegistrarAdapter {
	const session = createEppSession({ connect, account: { user: "kikoa", password: eppPassword }, clock });
	const registries = [{ name: "registry", tlds: ["com"], client: "kikoa", session }];
	return createEppRegistrar({ db: createDatabase(env.DB), clock, registries });
}

/** Everything that a request contains, as some services repeat it in their errors. */
async function contentOf(request: Request): Promise<string> {
	const headers = [...request.headers].map((header) => header.join(": ")).join("\n");
	return `${request.method} ${request.url}\n${headers}\n${new TextDecoder().decode(await request.arrayBuffer())}`;
}

/** How a service answers. All but the first repeat the whole request. */
const answers: Readonly<Record<string, (request: Request, usual: Case) => Promise<Response>>> = {
	"as documented": async (request, usual) => server(usual)(request),
	...Object.fromEntries(
		[200, 400, 403, 404, 429, 500].map((status) => [
			`with ${status} and what we sent`,
			async (request: Request) => {
				const sent = await contentOf(request);
				const texts = { message: sent, desc: sent, error: sent, name: sent, detail: sent, resultMsg: sent };
				const answer = { ...texts, status: "ERROR", code: 399, resultCd: "912", data: sent, errors: [texts] };
				return Response.json(answer, { status, statusText: "Refused" });
			},
		]),
	),
	"with text that is no JSON": async (request) => new Response(await contentOf(request), { status: 502 }),
	"not at all": async (request) => {
		throw new Error(`Can't connect: ${await contentOf(request)}`);
	},
};

let current: ReturnType<Case["server"]> | undefined;
const server = (usual: Case) => {
	current ??= usual.server();
	return current;
};

beforeEach(async () => {
	current = undefined;
	for (const table of ["registrar_problems", "registrar_orders", "registrar_contacts", "rate_counters", "dns_zones"])
		await env.DB.exec(`delete from ${table}`);
});

afterAll(() => vi.restoreAllMocks());

/** Makes the calls, logs their errors as features do, and returns the lines. */
async function linesOf(calls: readonly (() => unknown)[]): Promise<string[]> {
	const logs = readLogs();
	try {
		for (const call of calls) {
			try {
				await call();
			} catch (error) {
				logger.error("request_failed", { error });
			}
		}
		return logs.written;
	} finally {
		logs.stop();
	}
}

function expectNoMarker(lines: readonly string[]): void {
	const text = lines.join("\n").toLowerCase();
	const found = markers.filter((marker) =>
		[marker, encodeURIComponent(marker), btoa(marker)].some((form) => text.includes(form.toLowerCase())),
	);
	expect(found).toEqual([]);
	expect(lines.filter((line) => line.toLowerCase().includes("marked"))).toEqual([]);
}

const combinations = (Object.keys(cases) as ServiceName[]).flatMap((service) =>
	Object.keys(answers).map((answer) => ({ service, answer })),
);

test.each(combinations)(
	"no line has personal data or secrets if $service answers $answer",
	async ({ service, answer }) => {
		const { settings = {}, calls } = cases[service];
		const respond = (request: Request) => answers[answer]?.(request, cases[service]) as Promise<Response>;
		const fetches = vi
			.spyOn(globalThis, "fetch")
			.mockImplementation((input, init) => respond(new Request(input as string, init)));
		// A registry that has failed in another test would not be asked.
		const ownRegistry = { RDAP_OVERRIDES: `com=https://${crypto.randomUUID()}.test/` };
		const shopEnv = { ...env, ...secrets, ...ownRegistry, ...settings } as unknown as Env;
		const ports = createPorts(shopEnv, readConfig({ ...shopEnv }), () => {});
		const lines = await linesOf(calls(ports, respond));
		fetches.mockRestore();
		expect(lines.some((line) => line.includes(`"service":"${service}"`))).toBe(true);
		expectNoMarker(lines);
	},
);

test.each(["as documented", 2306, 2400, "closed"] as const)(
	"no line has personal data or secrets if a registry answers EPP %s",
	async (fault) => {
		const direct = createEppServer({ clock });
		if (fault !== "as documented") direct.plan(fault, /<(create|update|info)/);
		const calls = registrarCalls(
			eppRegistrar(async () => connectOver(await direct.accept(), 300)),
			"epp",
		);
		expectNoMarker(await linesOf(calls));
	},
);

test.each(["E_RECIPIENT_SUPPRESSED", "E_UNKNOWN"])(
	"no line has personal data if Cloudflare's mail service refuses with %s",
	async (code) => {
		const refusal = Object.assign(new Error(`${holder.email}: ${personal.subject} was refused`), { code });
		const mailer = cloudflareMailer({ send: () => Promise.reject(refusal) });
		expectNoMarker(await linesOf([() => mailer.send(message, "out_1")]));
	},
);
