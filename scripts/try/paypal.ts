import { z } from "zod";
import { createPayPalApi, type PayPalEnvironment } from "~/platform/payment/paypal/paypal-api";
import { createPayPalProvider } from "~/platform/payment/paypal/paypal-provider";
import { webhookEvents } from "~/platform/payment/paypal/paypal-webhook";
import { type Trial, trialConnection } from "../trial";

const webhookSchema = z.object({ url: z.string(), event_types: z.array(z.object({ name: z.string() })) });

/** `npm run try -- paypal` checks the credentials and the webhook. */
export const trial: Trial = {
	needs: ["PAYPAL_CLIENT_ID", "PAYPAL_CLIENT_SECRET", "PAYPAL_WEBHOOK_ID"],
	page: "docs/services/paypal.md",

	async run({ PAYPAL_ENVIRONMENT, APP_ORIGIN = "", ...settings }) {
		const environment: PayPalEnvironment = PAYPAL_ENVIRONMENT === "live" ? "live" : "sandbox";
		const webhookId = settings.PAYPAL_WEBHOOK_ID ?? "";
		const account = {
			environment,
			clientId: settings.PAYPAL_CLIENT_ID ?? "",
			clientSecret: settings.PAYPAL_CLIENT_SECRET ?? "",
			...trialConnection(),
		};
		await createPayPalProvider({ ...account, webhookId }).probe();
		const answer = await createPayPalApi(account).get(`/v1/notifications/webhooks/${webhookId}`);
		if (answer.kind === "error") throw new Error(answer.message);
		const { url, event_types } = webhookSchema.parse(answer.body);
		const names = event_types.map(({ name }) => name);
		const missing = names.includes("*") ? [] : webhookEvents.filter((name) => !names.includes(name));
		if (missing.length > 0) throw new Error(`The webhook has no ${missing.join(", ")}`);
		const expected = `${APP_ORIGIN}/api/payments/paypal`;
		return [
			`PayPal's ${environment} service accepts the client id, the secret and the webhook.`,
			url === expected
				? `The webhook sends all needed events to ${url}.`
				: `The webhook sends all needed events to ${url}, but this configuration expects ${expected}.`,
		];
	},

	explanations: [
		{
			pattern: /refused a token/,
			next: "The client id or the secret is wrong, or belongs to the other environment. Copy both from the app's page at developer.paypal.com/dashboard/applications.",
		},
		{
			pattern: /INVALID_RESOURCE_ID|RESOURCE_NOT_FOUND/,
			next: "PAYPAL_WEBHOOK_ID does not belong to this app. Copy the webhook's id from the app's page, section Webhooks.",
		},
		{
			pattern: /NOT_AUTHORIZED|PERMISSION_DENIED/,
			next: "The app may not read webhooks. Turn on Webhooks in the app's features, wait a few minutes and try again.",
		},
		{
			pattern: /The webhook has no/,
			next: "Edit the webhook on the app's page and add these events.",
		},
		{
			pattern: /fetch failed|timeout|answered 5\d\d/i,
			next: "PayPal does not answer. Check your network and www.paypal-status.com, then try again in a few minutes.",
		},
	],
};
