import { constants, publicEncrypt, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createDaraja } from "~/platform/payment/mpesa/daraja";
import { createMpesaProvider } from "~/platform/payment/mpesa/mpesa-provider";
import { registerPaybill } from "~/platform/payment/mpesa/register-paybill";
import { type Trial, trialConnection } from "../trial";

/**
 * `npm run try -- mpesa` checks the credentials. Options:
 * `--register 0722000000` gives Safaricom the addresses of the paybill, with a Safaricom number of the company.
 * `--credential live.cer` encrypts MPESA_INITIATOR_PASSWORD with Safaricom's certificate of the environment.
 * `--certificate live.cer` checks whether MPESA_SECURITY_CREDENTIAL can come from that certificate.
 * There is none for the API user: Safaricom answers a question of it later, to an address of the shop.
 */
export const trial: Trial = {
	needs: ["MPESA_SHORTCODE", "MPESA_CONSUMER_KEY", "MPESA_CONSUMER_SECRET", "MPESA_PASSKEY"],
	page: "docs/services/mpesa.md",

	async run(settings, options) {
		const certificate = options[options.indexOf("--credential") + 1];
		if (options.includes("--credential")) return [securityCredential(certificate, settings.MPESA_INITIATOR_PASSWORD)];
		const environment = settings.MPESA_ENVIRONMENT === "live" ? "live" : "sandbox";
		const shortcode = settings.MPESA_SHORTCODE ?? "";
		const account = {
			environment,
			consumerKey: settings.MPESA_CONSUMER_KEY ?? "",
			consumerSecret: settings.MPESA_CONSUMER_SECRET ?? "",
			...trialConnection(),
		} as const;
		const passkey = settings.MPESA_PASSKEY ?? "";
		await createMpesaProvider({ ...account, shortcode, passkey, paybill: null }).probe();
		const found = [
			`Safaricom's ${environment} service accepts the key, the secret, the shortcode and the passkey.`,
			...checkInitiator(
				settings,
				options.includes("--certificate") ? options[options.indexOf("--certificate") + 1] : null,
			),
		];
		const register = options.indexOf("--register");
		if (register === -1) return found;

		const nominatedNumber = options[register + 1] ?? "";
		const { MPESA_CALLBACK_TOKEN: callbackToken = "", APP_ORIGIN: appOrigin = "" } = settings;
		if (!/^(0|254)[17]\d{8}$/.test(nominatedNumber))
			throw new Error("--register needs a Safaricom number of the company");
		if (!/^[0-9a-f]{32,64}$/.test(callbackToken)) throw new Error("MPESA_CALLBACK_TOKEN is missing");
		if (!appOrigin.startsWith("https://")) throw new Error(`Safaricom can't call ${appOrigin}`);
		const steps = await registerPaybill({
			daraja: createDaraja(account),
			...{ shortcode, callbackToken, appOrigin, nominatedNumber },
		});
		const failed = steps.find(({ ok }) => !ok);
		if (failed) throw new Error(`${failed.name}: ${failed.message}`);
		return [
			...found,
			...steps.map(({ name, message }) => `${name}: ${message}`),
			'Now set MPESA_C2B = "on" and deploy.',
		];
	},

	explanations: [
		{
			pattern: /400\.008|refused a token/,
			next: "The consumer key or secret is wrong, or belongs to the other environment. Copy both from the app's page at developer.safaricom.co.ke.",
		},
		{
			pattern: /wrong credentials/i,
			next: "The passkey does not belong to the shortcode. In the test service use the simulator's values. For the live service Safaricom emails it after going live.",
		},
		{
			pattern: /merchant does not exist|BusinessShortCode/i,
			next: "Safaricom does not know MPESA_SHORTCODE. Use the number that you went live with. For a till this is the store number.",
		},
		{
			pattern: /already registered/i,
			next: "Delete the addresses under Self Service, URL Management at developer.safaricom.co.ke, or write to apisupport@safaricom.co.ke. Then run this again.",
		},
		{
			pattern: /Only one of MPESA_INITIATOR/,
			next: "Set MPESA_INITIATOR and MPESA_SECURITY_CREDENTIAL, or neither.",
		},
		{
			pattern: /MPESA_SECURITY_CREDENTIAL (is|can't)/,
			next: "Encrypt the password of the API user again: MPESA_INITIATOR_PASSWORD=... npm run try -- mpesa --credential certificate.cer, with the certificate of the environment in MPESA_ENVIRONMENT.",
		},
		{
			pattern: /--certificate needs/,
			next: "Download the certificate of your environment at developer.safaricom.co.ke, and give its path.",
		},
		{
			pattern: /--credential needs/,
			next: "Download the certificate of your environment at developer.safaricom.co.ke, and set MPESA_INITIATOR_PASSWORD for this command only.",
		},
		{
			pattern: /--register needs/,
			next: "Run npm run try -- mpesa --register 0722000000 with your own number.",
		},
		{
			pattern: /MPESA_CALLBACK_TOKEN/,
			next: "Create one with openssl rand -hex 16. Put the same value into .dev.vars and into the secret of the deployed shop.",
		},
		{
			pattern: /Safaricom can't call/,
			next: "Run it with --production, so that APP_ORIGIN is the address of the deployed shop.",
		},
		{
			pattern: /invalid (ValidationURL|ConfirmationURL)/i,
			next: 'The address of the shop must not contain "mpesa", "safaricom", "exe", "cmd", "sql" or "query".',
		},
		{
			pattern: /fetch failed|timeout|answered 5\d\d/i,
			next: "Safaricom does not answer. Check your network, then try again in a few minutes.",
		},
	],
};

/** Bytes of what RSA encrypts, with keys of 1024 to 4096 bits. */
const encryptedSizes = [128, 256, 384, 512];

/**
 * What can be known about the API user without a call: whether its credential can be an encrypted password.
 * @param certificate a file. Null: not compared with one
 */
function checkInitiator(
	settings: Readonly<Record<string, string | undefined>>,
	certificate: string | undefined | null,
) {
	const { MPESA_INITIATOR: name = "", MPESA_SECURITY_CREDENTIAL: credential = "" } = settings;
	if (name === "" && credential === "")
		return ["MPESA_INITIATOR is not set, so payments are not refunded by reversal. Not checked."];
	if (name === "" || credential === "")
		throw new Error("Only one of MPESA_INITIATOR and MPESA_SECURITY_CREDENTIAL is set");
	const encrypted = Buffer.from(credential, "base64");
	if (encrypted.toString("base64") !== credential || !encryptedSizes.includes(encrypted.length))
		throw new Error("MPESA_SECURITY_CREDENTIAL is no encrypted password");
	if (certificate !== null && !fits(encrypted, certificate))
		throw new Error("MPESA_SECURITY_CREDENTIAL can't come from this certificate");
	return [
		`MPESA_SECURITY_CREDENTIAL has the form of a password that ${certificate === null ? "a certificate" : "this certificate"} has encrypted (${encrypted.length} bytes).`,
		"Not checked: whether Safaricom accepts MPESA_INITIATOR and this password. Only a refund or a payment to the paybill shows that. Keep the previous API user until one small refund has succeeded.",
	];
}

/** Whether RSA with this certificate can have this result: it is as long as the modulus, and a smaller number. */
function fits(encrypted: Buffer, certificate: string | undefined): boolean {
	if (!certificate) throw new Error("--certificate needs a certificate file");
	const { n = "" } = new X509Certificate(readFileSync(certificate)).publicKey.export({ format: "jwk" });
	const modulus = Buffer.from(n, "base64url");
	return encrypted.length === modulus.length && Buffer.compare(encrypted, modulus) < 0;
}

/** RSA with PKCS #1 v1.5 padding, as "SecurityCredential" needs it. */
function securityCredential(certificate: string | undefined, password: string | undefined): string {
	if (!certificate || !password) throw new Error("--credential needs a certificate file and MPESA_INITIATOR_PASSWORD");
	const key = { key: readFileSync(certificate, "utf8"), padding: constants.RSA_PKCS1_PADDING };
	const credential = publicEncrypt(key, Buffer.from(password)).toString("base64");
	return `MPESA_SECURITY_CREDENTIAL=${credential}`;
}
