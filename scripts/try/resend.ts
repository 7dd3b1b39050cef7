import { z } from "zod";
import { httpMailer } from "~/platform/mailer/http";
import type { Trial } from "../trial";

const domainList = z.object({ data: z.array(z.object({ name: z.string(), status: z.string() })) });

/** `npm run try -- resend` checks the API key, and whether Resend has verified the domain of MAIL_FROM. */
export const trial: Trial = {
	needs: ["RESEND_API_KEY", "MAIL_FROM"],
	page: "docs/services/email.md",

	async run({ RESEND_API_KEY: apiKey = "", MAIL_FROM: from = "", RESEND_WEBHOOK_SECRET, APP_ORIGIN }) {
		await httpMailer({ apiKey, fetch: (url, init) => fetch(url, init) }).probe?.();
		const response = await fetch("https://api.resend.com/domains", { headers: { Authorization: `Bearer ${apiKey}` } });
		const { data: listed } = domainList.safeParse(await response.json());
		const sender = from.split("@").at(-1)?.replace(">", "").toLowerCase() ?? "";
		const domain = listed?.data.find(({ name }) => sender === name || sender.endsWith(`.${name}`));
		if (listed && domain?.status !== "verified")
			throw new Error(`The domain ${sender} is ${domain?.status ?? "missing"} at Resend`);
		return [
			"Resend accepts the key.",
			listed
				? `It sends for ${sender}.`
				: `The key may only send, so look at resend.com whether ${sender} is verified.`,
			RESEND_WEBHOOK_SECRET
				? `Webhook address: ${APP_ORIGIN}/api/mail/events`
				: "RESEND_WEBHOOK_SECRET is missing, so the shop learns nothing about bounces.",
		];
	},

	explanations: [
		{
			pattern: /^40[013]\b/,
			next: "Resend refuses the key. Create one at resend.com, API Keys, with the permission to send.",
		},
		{
			pattern: /^The domain /,
			next: "Add the domain of MAIL_FROM at resend.com, Domains, and its DNS records. Then wait until Resend has verified it.",
		},
		{
			pattern: /fetch failed|timeout|timed out|abort|^5\d\d\b|JSON/i,
			next: "Resend does not answer. See resend-status.com and try again in a few minutes.",
		},
	],
};
