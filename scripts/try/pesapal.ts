import { z } from "zod";
import { createPesapalApi, errorOf } from "~/platform/payment/pesapal/pesapal-api";
import { createPesapalProvider } from "~/platform/payment/pesapal/pesapal-provider";
import { type Trial, trialConnection } from "../trial";

/**
 * `npm run try -- pesapal` checks the credentials and the address for notices. `--register` registers that address and
 * prints its id.
 */
export const trial: Trial = {
	needs: ["PESAPAL_CONSUMER_KEY", "PESAPAL_CONSUMER_SECRET"],
	page: "docs/services/pesapal.md",

	async run(settings, options) {
		const { PESAPAL_IPN_ID: notificationId = "", PESAPAL_CALLBACK_TOKEN: callbackToken = "" } = settings;
		const environment = settings.PESAPAL_ENVIRONMENT === "live" ? "live" : "sandbox";
		const account = {
			environment,
			consumerKey: settings.PESAPAL_CONSUMER_KEY ?? "",
			consumerSecret: settings.PESAPAL_CONSUMER_SECRET ?? "",
			...trialConnection(),
		} as const;
		if (!options.includes("--register")) {
			await createPesapalProvider({ ...account, notificationId, callbackToken, currencies: ["KES"] }).probe();
			return [`Pesapal's ${environment} service accepts the key and the secret, and knows the address for notices.`];
		}

		const { APP_ORIGIN: appOrigin = "" } = settings;
		if (!/^[0-9a-f]{32,64}$/.test(callbackToken)) throw new Error("PESAPAL_CALLBACK_TOKEN is missing");
		if (!appOrigin.startsWith("https://")) throw new Error(`Pesapal can't call ${appOrigin}`);
		const url = `${appOrigin}/api/payments/pesapal/${callbackToken}`;
		const answer = await createPesapalApi(account).post("/api/URLSetup/RegisterIPN", {
			...{ url, ipn_notification_type: "POST" },
		});
		const registered = z.object({ ipn_id: z.string().min(1) }).safeParse(answer.body);
		if (!registered.success) throw new Error(`Pesapal did not register the address: ${errorOf(answer)?.message ?? ""}`);
		return [`PESAPAL_IPN_ID=${registered.data.ipn_id}`, "Put it into .dev.vars and the secrets of the deployed shop."];
	},

	explanations: [
		{
			pattern: /refused a token/,
			next: "The consumer key or secret is wrong, or belongs to the other environment. Pesapal emails both when the account opens.",
		},
		{
			pattern: /PESAPAL_IPN_ID is not/,
			next: "Run npm run try -- pesapal --production --register, and set PESAPAL_IPN_ID to what it prints.",
		},
		{
			pattern: /PESAPAL_CALLBACK_TOKEN/,
			next: "Create one with openssl rand -hex 16. Put the same value into .dev.vars and into the secret of the deployed shop.",
		},
		{
			pattern: /Pesapal can't call/,
			next: "Run it with --production, so that APP_ORIGIN is the address of the deployed shop.",
		},
		{
			pattern: /fetch failed|timeout|without JSON|answered 5\d\d/i,
			next: "Pesapal does not answer. Check your network, then try again in a few minutes.",
		},
	],
};
