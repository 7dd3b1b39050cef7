import { constants, generateKeyPairSync, publicEncrypt } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { soldPlans } from "~/features/catalog/catalog";
import { paymentProviderNames } from "~/platform/payment/accepted-methods";
import { registrarIds } from "~/platform/registrar/registrar-routes";
import type { Trial } from "../../scripts/trial";
import { trial as cloudflareDns } from "../../scripts/try/cloudflare-dns";
import { trial as directAdmin } from "../../scripts/try/directadmin";
import { trial as epp } from "../../scripts/try/epp";
import { trial as etims } from "../../scripts/try/etims";
import { trial as mpesa } from "../../scripts/try/mpesa";
import { trial as openProvider } from "../../scripts/try/openprovider";
import { trial as paypal } from "../../scripts/try/paypal";
import { trial as paystack } from "../../scripts/try/paystack";
import { trial as pesapal } from "../../scripts/try/pesapal";
import { trial as powerDns } from "../../scripts/try/powerdns";
import { trial as resellerClub } from "../../scripts/try/resellerclub";
import { trial as resend } from "../../scripts/try/resend";
import { trial as whm } from "../../scripts/try/whm";
import { createCloudflareDnsService } from "../services/cloudflare-dns";
import { createDarajaServer, darajaAccount } from "../services/daraja";
import { createDirectAdminService } from "../services/directadmin";
import { createEtimsServer, etimsAccount } from "../services/etims";
import { createOpenProvider } from "../services/openprovider";
import { createPayPalServer, payPalAccount } from "../services/paypal";
import { createPaystackServer, paystackKey } from "../services/paystack";
import { createPesapalServer, pesapalAccount } from "../services/pesapal";
import { createPowerDnsService } from "../services/powerdns";
import { createResellerClub } from "../services/resellerclub";
import { createWhmService } from "../services/whm";
import { root } from "../support/module-graph";

const settings: Readonly<Record<string, string>> = {
	MPESA_ENVIRONMENT: "sandbox",
	MPESA_SHORTCODE: darajaAccount.shortcode,
	MPESA_CONSUMER_KEY: darajaAccount.consumerKey,
	MPESA_CONSUMER_SECRET: darajaAccount.consumerSecret,
	MPESA_PASSKEY: darajaAccount.passkey,
	MPESA_CALLBACK_TOKEN: "0123456789abcdef0123456789abcdef",
	APP_ORIGIN: "https://kikoa.test",
};

/** Runs a trial against a service of the test's own. Returns its lines, or what to do next. */
async function runTrial(
	trial: Trial,
	service: { fetch(request: Request): Response | Promise<Response> },
	...input: Parameters<Trial["run"]>
) {
	const previous = globalThis.fetch;
	globalThis.fetch = async (address, init) => service.fetch(new Request(address, init));
	try {
		return await trial.run(...input);
	} catch (error) {
		const message = (error as Error).message;
		return trial.explanations.find(({ pattern }) => pattern.test(message))?.next ?? message;
	} finally {
		globalThis.fetch = previous;
	}
}

test("the trial of eTIMS initializes the device, registers what we sell, and checks the device", async () => {
	expect(existsSync(path.join(root, etims.page))).toBe(true);
	const server = createEtimsServer({ clock: Date.now });
	const { pin, cmcKey, itemClass } = etimsAccount;
	const tryEtims = (changes: typeof settings, ...options: string[]) =>
		runTrial(etims, server, { ...settings, ETIMS_PIN: pin, ...changes }, options);
	expect(await tryEtims({})).toMatch(/Get it once with npm run try/);
	expect(await tryEtims({}, "--initialize=device-2")).toMatch(/KRA does not accept the device/);
	expect(await tryEtims({}, "--initialize=device-1")).toContain(`ETIMS_CMC_KEY=${cmcKey}`);
	const device = { ETIMS_CMC_KEY: cmcKey };
	expect(await tryEtims(device, "--register")).toMatch(/Find the class/);
	await tryEtims({ ...device, ETIMS_ITEM_CLASS: itemClass }, "--register");
	expect(server.items.map(({ itemCd }) => itemCd)).toContain("KE3NTU0000002");
	expect(await tryEtims(device)).toEqual(["KRA's sandbox service accepts the device."]);
});

test.each(["900", "901", "902", "903", "905", "910", "911", "912", "913", "994", "896", "999"])(
	"the trial of eTIMS explains KRA's code %s, which its page lists",
	async (code) => {
		const service = { fetch: () => Response.json({ resultCd: code, resultMsg: "Refused" }) };
		const said = await runTrial(etims, service, { ...settings, ETIMS_PIN: "P0", ETIMS_CMC_KEY: "key" }, []);
		expect(etims.explanations.map(({ next }) => next)).toContain(said);
		const page = readFileSync(path.join(root, etims.page), "utf8");
		const listed = code.startsWith("91") ? "910 to 913" : code === "896" ? "89x" : code === "999" ? "99x" : code;
		expect(page).toContain(listed);
	},
);

const tryMpesa = (changes: typeof settings = {}, options: readonly string[] = []) =>
	runTrial(mpesa, createDarajaServer({ clock: Date.now }), { ...settings, ...changes }, options);

test("the trial of M-Pesa accepts right credentials, and registers the paybill's addresses", async () => {
	expect(existsSync(path.join(root, mpesa.page))).toBe(true);
	expect(await tryMpesa()).toEqual([expect.stringContaining("accepts"), expect.stringContaining("is not set")]);
	expect(await tryMpesa({}, ["--register", "0722000000"])).toHaveLength(5);
});

test("the trial of M-Pesa says what it does not know about the API user, and notices a credential that can't be right", async () => {
	const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
	const padding = constants.RSA_PKCS1_PADDING;
	const credential = publicEncrypt({ key: keys.publicKey, padding }, Buffer.from("password")).toString("base64");
	const user = { MPESA_INITIATOR: "kikoa-api", MPESA_SECURITY_CREDENTIAL: credential };
	const said = await tryMpesa(user);
	expect(said).toEqual([
		expect.stringContaining("accepts the key, the secret, the shortcode and the passkey"),
		expect.stringContaining("256 bytes"),
		expect.stringMatching(/^Not checked: whether Safaricom accepts MPESA_INITIATOR/),
	]);
	for (const wrong of ["the-plain-password", credential.slice(0, 300), `${credential}=`])
		expect(await tryMpesa({ ...user, MPESA_SECURITY_CREDENTIAL: wrong }), wrong).toMatch(/Encrypt the password/);
	expect(await tryMpesa({ MPESA_INITIATOR: "kikoa-api" })).toMatch(/or neither/);
	// A certificate with a key of 1024 bits.
	expect(await tryMpesa(user, ["--certificate", path.join(root, "tests/unit/certificate-1024.pem")])).toMatch(
		/Encrypt the/,
	);
	expect(await tryMpesa(user, ["--certificate"])).toMatch(/Download the certificate/);
});

test.each([
	["MPESA_CONSUMER_SECRET", { MPESA_CONSUMER_SECRET: "wrong" }, [], /consumer key or secret/],
	["MPESA_PASSKEY", { MPESA_PASSKEY: "wrong" }, [], /passkey/],
	["APP_ORIGIN", { APP_ORIGIN: "http://localhost:8787" }, ["--register", "0722000000"], /--production/],
	["the company's number", {}, ["--register"], /--register 0722000000/],
	["the forbidden words", { APP_ORIGIN: "https://mpesa.example" }, ["--register", "0722000000"], /must not contain/],
	["the certificate", {}, ["--credential"], /certificate/],
] satisfies [string, typeof settings, string[], RegExp][])(
	"the trial of M-Pesa explains a failure because of %s",
	async (_, changes, options, next) => {
		expect(await tryMpesa(changes, options)).toMatch(next);
	},
);

test("the trial of PayPal accepts right credentials, and explains wrong ones", async () => {
	expect(existsSync(path.join(root, paypal.page))).toBe(true);
	const right = {
		PAYPAL_ENVIRONMENT: "sandbox",
		PAYPAL_CLIENT_ID: payPalAccount.clientId,
		PAYPAL_CLIENT_SECRET: payPalAccount.clientSecret,
		PAYPAL_WEBHOOK_ID: payPalAccount.webhookId,
		APP_ORIGIN: "https://kikoa.test",
	};
	const tryPayPal = (changes: typeof settings) =>
		runTrial(paypal, createPayPalServer({ clock: Date.now }), { ...right, ...changes }, []);
	expect(await tryPayPal({})).toEqual([
		expect.stringContaining("accepts"),
		expect.stringContaining("to https://kikoa.test"),
	]);
	expect(await tryPayPal({ APP_ORIGIN: "https://kikoa.example" })).toContainEqual(expect.stringContaining("expects"));
	expect(await tryPayPal({ PAYPAL_CLIENT_SECRET: "wrong" })).toMatch(/client id or the secret/);
	expect(await tryPayPal({ PAYPAL_WEBHOOK_ID: "wrong" })).toMatch(/PAYPAL_WEBHOOK_ID does not belong/);
});

test("the trial of Paystack accepts the right key, and explains a wrong one and an account of another country", async () => {
	expect(existsSync(path.join(root, paystack.page))).toBe(true);
	const tryPaystack = (key: string, service: { fetch(request: Request): Response | Promise<Response> }) =>
		runTrial(paystack, service, { PAYSTACK_SECRET_KEY: key, APP_ORIGIN: "https://kikoa.test" }, []);
	const server = createPaystackServer({ clock: Date.now });
	expect(await tryPaystack(paystackKey, server)).toEqual([
		expect.stringContaining("test mode accepts the key"),
		"Webhook address: https://kikoa.test/api/payments/paystack",
	]);
	expect(await tryPaystack("sk_test_wrong", server)).toMatch(/The key is wrong/);
	const elsewhere = {
		fetch: () => Response.json({ status: true, message: "", data: [{ currency: "NGN", balance: 0 }] }),
	};
	expect(await tryPaystack(paystackKey, elsewhere)).toMatch(/another country/);
});

test("the trial of Pesapal accepts right credentials, registers the address, and explains failures", async () => {
	expect(existsSync(path.join(root, pesapal.page))).toBe(true);
	const right = {
		PESAPAL_CONSUMER_KEY: pesapalAccount.consumerKey,
		PESAPAL_CONSUMER_SECRET: pesapalAccount.consumerSecret,
		PESAPAL_IPN_ID: pesapalAccount.notificationId,
		PESAPAL_CALLBACK_TOKEN: pesapalAccount.callbackToken,
		APP_ORIGIN: "https://kikoa.test",
	};
	const server = createPesapalServer({ clock: Date.now });
	const tryPesapal = (changes: typeof settings, options: readonly string[] = []) =>
		runTrial(pesapal, server, { ...right, ...changes }, options);
	expect(await tryPesapal({})).toEqual([expect.stringContaining("accepts")]);
	expect(await tryPesapal({}, ["--register"])).toContainEqual(expect.stringMatching(/^PESAPAL_IPN_ID=ipn-/));
	expect(server.addresses.at(-1)).toMatchObject({
		url: `https://kikoa.test/api/payments/pesapal/${pesapalAccount.callbackToken}`,
	});
	expect(await tryPesapal({ PESAPAL_CONSUMER_SECRET: "wrong" })).toMatch(/consumer key or secret/);
	expect(await tryPesapal({ PESAPAL_IPN_ID: "wrong" })).toMatch(/--register/);
	expect(await tryPesapal({ APP_ORIGIN: "http://localhost:8787" }, ["--register"])).toMatch(/--production/);
	expect(await tryPesapal({ PESAPAL_CALLBACK_TOKEN: "" }, ["--register"])).toMatch(/openssl rand/);
});

test("the trial of PowerDNS accepts the right key, and explains a wrong one and another server", async () => {
	expect(existsSync(path.join(root, powerDns.page))).toBe(true);
	const apiKey = "0123456789abcdef";
	const service = createPowerDnsService({ clock: Date.now, apiKey });
	const tryPowerDns = (key: string, other?: Response) =>
		runTrial(
			powerDns,
			other ? { fetch: () => other } : service,
			{ POWERDNS_URL: "https://dns.kikoa.test", POWERDNS_API_KEY: key },
			[],
		);
	expect(await tryPowerDns(apiKey)).toEqual([expect.stringContaining("accepts the key")]);
	expect(await tryPowerDns("wrong")).toMatch(/POWERDNS_API_KEY must be/);
	expect(await tryPowerDns(apiKey, Response.json({ daemon_type: "recursor" }))).toMatch(/Authoritative/);
	expect(await tryPowerDns(apiKey, new Response("", { status: 502 }))).toMatch(/Check that it runs/);
});

test("the trial of Cloudflare DNS accepts the right token, and explains a wrong one and another account", async () => {
	expect(existsSync(path.join(root, cloudflareDns.page))).toBe(true);
	const [token, account] = ["token-0123456789abcdef", "0123456789abcdef0123456789abcdef"];
	const service = createCloudflareDnsService({ clock: Date.now, token, account, nameservers: [] });
	const tryCloudflare = (sent: string, other?: Response) =>
		runTrial(
			cloudflareDns,
			other ? { fetch: () => other } : service,
			{ CLOUDFLARE_DNS_TOKEN: sent, CLOUDFLARE_DNS_ACCOUNT: account },
			[],
		);
	expect(await tryCloudflare(token)).toEqual([
		expect.stringContaining("accepts the token"),
		expect.stringContaining("ns1."),
	]);
	expect(await tryCloudflare("wrong")).toMatch(/is no API token/);
	expect(await tryCloudflare("another-0123456789abcdef")).toMatch(/Zone: Edit and DNS: Edit/);
	expect(await tryCloudflare(token, new Response("", { status: 429 }))).toMatch(/Wait five minutes/);
	expect(await tryCloudflare(token, new Response("<html>", { status: 502 }))).toMatch(/does not answer/);
});

/** Staff run the others, so no server needs their packages. */
const sold = soldPlans().flatMap(({ family, id }) =>
	family === "vps" || family === "reseller" || id === "vps-developer" ? [] : id,
);
const hosting = {
	HOSTING_SERVERS: JSON.stringify([
		{ name: "web1", host: "web1.kikoa.example", user: "kikoa", capacity: 5 },
		{ name: "da1", panel: "directadmin", host: "da1.kikoa.example", user: "kikoa", capacity: 5 },
	]),
	HOSTING_TOKENS: "web1=TOKEN1 da1=KEY+2=",
};

test("the trials of WHM and DirectAdmin check the servers with their panel, and name what is missing", async () => {
	const aWhm = (packages = sold) => createWhmService({ host: "web1.kikoa.example", token: "TOKEN1", packages });
	const aDirectAdmin = (packages = sold) =>
		createDirectAdminService({ host: "da1.kikoa.example", token: "KEY+2=", packages });
	for (const { page } of [whm, directAdmin]) expect(existsSync(path.join(root, page))).toBe(true);
	for (const [trial, serverOf, ready] of [
		[whm, aWhm, "web1: ready"],
		[directAdmin, aDirectAdmin, "da1: ready"],
	] as const) {
		const hint = expect.stringContaining("added in the desk are not checked");
		expect(await runTrial(trial, serverOf(), hosting, [])).toEqual([expect.stringContaining(ready), hint]);
		const added = ["--production", "shared-desk"];
		expect(await runTrial(trial, serverOf(), hosting, added)).toMatch(/Correct this/);
		const withAdded = await runTrial(trial, serverOf([...sold, "shared-desk"]), hosting, added);
		expect(withAdded).toEqual([expect.stringMatching(/ready, with packages for .*shared-desk/)]);
	}
	for (const [trial, service] of [
		[whm, aWhm(sold.slice(1))],
		[directAdmin, aDirectAdmin(sold.slice(1))],
	] as const) {
		await expect(trial.run({ ...hosting, HOSTING_SERVERS: "[]" }, [])).rejects.toThrow("lists no server");
		expect(await runTrial(trial, service, { ...hosting, HOSTING_TOKENS: "web1=NO da1=NO" }, [])).toMatch(
			/Correct this/,
		);
		expect(await runTrial(trial, service, hosting, [])).toMatch(/Correct this/);
	}
});

test("the trials say if a token may not make the last backup, and name plans that no server gets", async () => {
	const privileges = ["list-accts", "create-acct", "edit-account", "upgrade-account", "suspend-acct"].concat(
		...["kill-acct", "passwd", "create-user-session", "cpanel-api", "ssl"],
	);
	const limitedWhm = createWhmService({ host: "web1.kikoa.example", token: "TOKEN1", packages: sold, privileges });
	const allowed = ["LOGIN_TEST", "SHOW_RESELLER_IPS", "PACKAGES_USER"];
	const options = { host: "da1.kikoa.example", token: "KEY+2=", packages: sold };
	for (const [trial, service] of [
		[whm, limitedWhm],
		[directAdmin, createDirectAdminService({ ...options, allowed })],
	] as const)
		expect(await runTrial(trial, service, hosting, ["shared-pro"])).toEqual([
			expect.stringContaining("ready"),
			expect.stringContaining("may not make the last backup"),
		]);
	const [web1, da1] = JSON.parse(hosting.HOSTING_SERVERS);
	const [first, ...others] = sold;
	const servers = (plans: readonly string[]) =>
		JSON.stringify([
			{ ...web1, plans },
			{ ...da1, plans: others.slice(1) },
		]);
	const some = createWhmService({
		host: "web1.kikoa.example",
		token: "TOKEN1",
		packages: [first ?? "", others[0] ?? ""],
	});
	const limited = (plans: readonly string[]) =>
		whm.run({ ...hosting, HOSTING_SERVERS: servers(plans) }, ["shared-pro"]);
	const previous = globalThis.fetch;
	globalThis.fetch = async (address, init) => some.fetch(new Request(address, init));
	try {
		expect(await limited([first ?? "", others[0] ?? ""])).toEqual([expect.stringContaining("ready")]);
		await expect(limited([first ?? ""])).rejects.toThrow(
			`${others[0]}: no server of HOSTING_SERVERS gets its accounts`,
		);
	} finally {
		globalThis.fetch = previous;
	}
});

/** A service that takes an address and its options, as `fetch` does. */
const asServer = (service: { fetch(url: string, init: RequestInit): Promise<Response> }) => ({
	async fetch({ url, method, headers, body }: Request) {
		return service.fetch(url, { method, headers, ...(body && { body: await new Response(body).text() }) });
	},
});

test("the trial of OpenProvider shows the balance, and explains a wrong password and an empty account", async () => {
	expect(existsSync(path.join(root, openProvider.page))).toBe(true);
	const service = createOpenProvider({ clock: Date.now });
	const tryOpenProvider = (password: string) =>
		runTrial(openProvider, asServer(service), { OPENPROVIDER_USERNAME: "shop", OPENPROVIDER_PASSWORD: password }, []);
	expect(await tryOpenProvider("secret")).toEqual([expect.stringContaining("accepts"), "The balance is 1000."]);
	for (const status of [200, 500] as const) {
		service.state.authStatus = status;
		expect(await tryOpenProvider("wrong")).toMatch(/refuses the username or the password/);
	}
	service.state.balance = 0;
	expect(await tryOpenProvider("secret")).toMatch(/Pay an advance/);
	service.state.isBlocked = true;
	expect(await tryOpenProvider("secret")).toMatch(/has blocked this address/);
});

test("the trial of ResellerClub shows the balance, and explains a wrong key and another server", async () => {
	expect(existsSync(path.join(root, resellerClub.page))).toBe(true);
	const service = createResellerClub({ clock: Date.now });
	const tryResellerClub = (key: string, other?: Response) =>
		runTrial(
			resellerClub,
			other ? { fetch: () => other } : asServer(service),
			{ RESELLERCLUB_ID: "123456", RESELLERCLUB_API_KEY: key },
			[],
		);
	expect(await tryResellerClub("key-of-the-tests")).toEqual([
		expect.stringContaining("accepts"),
		"The balance is INR 1000.00.",
	]);
	expect(await tryResellerClub("wrong")).toMatch(/refuses the reseller id, the key or the address/);
	expect(await tryResellerClub("key-of-the-tests", new Response("", { status: 403 }))).toMatch(/the address/);
	expect(await tryResellerClub("key-of-the-tests", new Response("<html>", { status: 404 }))).toMatch(
		/must end with \/api/,
	);
	service.state.balance = 0;
	expect(await tryResellerClub("key-of-the-tests")).toMatch(/Add funds/);
});

test("the trial of Resend checks the domain of the sender, and explains a wrong key and a domain without records", async () => {
	expect(existsSync(path.join(root, resend.page))).toBe(true);
	const right = {
		...{ RESEND_API_KEY: "re_key", RESEND_WEBHOOK_SECRET: "whsec_0123456789abcdef", APP_ORIGIN: "https://kikoa.test" },
		MAIL_FROM: "Kikoa <hello@mail.kikoa.test>",
	};
	const tryResend = (answer: () => Response, changes: typeof settings = {}) =>
		runTrial(resend, { fetch: answer }, { ...right, ...changes }, []);
	const withDomain = (status: string) => () => Response.json({ data: [{ name: "kikoa.test", status }] });
	expect(await tryResend(withDomain("verified"))).toEqual([
		expect.stringContaining("accepts the key"),
		"It sends for mail.kikoa.test.",
		"Webhook address: https://kikoa.test/api/mail/events",
	]);
	expect(await tryResend(withDomain("verified"), { RESEND_WEBHOOK_SECRET: "" })).toContainEqual(
		expect.stringMatching(/nothing about bounces/),
	);
	expect(await tryResend(withDomain("pending"))).toMatch(/its DNS records/);
	expect(await tryResend(withDomain("verified"), { MAIL_FROM: "Duka <hello@duka.test>" })).toMatch(/Add the domain/);
	const sendOnly = () => Response.json({ name: "restricted_api_key", message: "send only" }, { status: 401 });
	expect(await tryResend(sendOnly)).toContainEqual(expect.stringMatching(/may only send/));
	const wrong = () => Response.json({ name: "validation_error", message: "API key is invalid" }, { status: 400 });
	expect(await tryResend(wrong)).toMatch(/refuses the key/);
	expect(await tryResend(() => new Response("<html>", { status: 502 }))).toMatch(/does not answer/);
});

/** Folders of services that are reached with credentials, and the trial of each. */
const adapters: Readonly<Record<string, string>> = {
	...{ "dns/cloudflare": "cloudflare-dns", "dns/powerdns": "powerdns", "fiscal/etims": "etims" },
	...{ "hosting/directadmin": "directadmin", "hosting/whm": "whm" },
	...{ "payment/mpesa": "mpesa", "payment/paypal": "paypal", "payment/paystack": "paystack" },
	...{ "payment/pesapal": "pesapal", "registrar/epp": "epp", "registrar/openprovider": "openprovider" },
	"registrar/resellerclub": "resellerclub",
};

test("each adapter has its trial, and a page that says so", async () => {
	const notOutside = ["hosting/sandbox", "hosting/servers", "payment/bank", "payment/sandbox", "registrar/orders"];
	const folders = ["dns", "fiscal", "hosting", "payment", "registrar"].flatMap((port) =>
		readdirSync(path.join(root, "app/platform", port), { withFileTypes: true }).flatMap((entry) =>
			entry.isDirectory() ? [`${port}/${entry.name}`] : [],
		),
	);
	expect(folders.filter((folder) => !notOutside.includes(folder)).toSorted()).toEqual(Object.keys(adapters).toSorted());
	for (const name of [...Object.values(adapters), "resend"]) {
		expect(existsSync(path.join(root, `scripts/try/${name}.ts`)), name).toBe(true);
		const page = name === "resend" ? "email" : name;
		const text = readFileSync(path.join(root, `docs/services/${page}.md`), "utf8");
		expect(text, name).toContain(`npm run try -- ${name}`);
	}
});

const trials: Readonly<Record<string, Trial>> = {
	...{ "cloudflare-dns": cloudflareDns, directadmin: directAdmin, epp, etims, mpesa, openprovider: openProvider },
	...{ paypal, paystack, pesapal, powerdns: powerDns, resellerclub: resellerClub, resend, whm },
};

/** What all trials need. No server listens on port 1. */
const allSettings: typeof settings = {
	...{ ...settings, POWERDNS_URL: "https://dns.kikoa.test", MAIL_FROM: "Kikoa <hello@kikoa.test>" },
	EPP_REGISTRIES: JSON.stringify([{ name: "kenic", tlds: ["ke"], url: "epp://127.0.0.1:1", user: "kikoa" }]),
	...{ EPP_PASSWORDS: "kenic=secret", HOSTING_TOKENS: "web1=TOKEN da1=KEY", ETIMS_CMC_KEY: "key" },
	HOSTING_SERVERS: JSON.stringify([
		{ name: "web1", host: "web1.kikoa.test", user: "kikoa", capacity: 5 },
		{ name: "da1", panel: "directadmin", host: "da1.kikoa.test", user: "kikoa", capacity: 5 },
	]),
};

test.each(Object.entries(trials))("the trial of %s explains that its service does not answer", async (_, trial) => {
	const needed = Object.fromEntries(trial.needs.map((name) => [name, "0123456789abcdef"]));
	const silent = new DOMException("The operation was aborted due to timeout", "TimeoutError");
	for (const failure of [new TypeError("fetch failed"), silent]) {
		let message = "";
		const run: Trial["run"] = (...input) =>
			trial.run(...input).catch((error: Error) => {
				message = error.message;
				throw error;
			});
		const service = { fetch: () => Promise.reject(failure) };
		const said = await runTrial({ ...trial, run }, service, { ...needed, ...allSettings }, []);
		expect(trial.explanations.map(({ next }) => next)).toContain(said);
		expect(`${message}\n${said}`).toMatch(/answer|network|reach/i);
	}
});

test("the test above knows every trial", () => {
	const files = readdirSync(path.join(root, "scripts/try")).map((file) => path.basename(file, ".ts"));
	expect(Object.keys(trials).toSorted()).toEqual(files.toSorted());
});

test("each registrar and payment provider of the configuration has a page", () => {
	const names = [...registrarIds, ...paymentProviderNames].filter((name) => name !== "sandbox");
	expect(names, "which is a file, not a folder").toContain("manual");
	for (const name of names) expect(existsSync(path.join(root, `docs/services/${name}.md`)), name).toBe(true);
});

test("the page of each service ends with the first sale", () => {
	const folder = path.join(root, "docs/services");
	const pages = readdirSync(folder);
	expect(pages.length).toBeGreaterThan(Object.keys(adapters).length);
	for (const page of pages) {
		const text = readFileSync(path.join(folder, page), "utf8");
		const [last = "", ...steps] = (text.split("\n## ").at(-1) ?? "").split("\n");
		expect(last, page).toBe("First sale");
		expect(steps.filter((line) => /^\d\. /.test(line)).length, page).toBeGreaterThanOrEqual(3);
	}
});
