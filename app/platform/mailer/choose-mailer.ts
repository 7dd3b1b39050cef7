import type { Config } from "~/platform/config";
import { serviceFetch } from "~/platform/service-fetch";
import { cloudflareMailer } from "./cloudflare";
import { httpMailer } from "./http";
import type { Mailer } from "./mailer";

/** The mailer that the configuration names. The configuration ensures that `http` has a `RESEND_API_KEY`. */
export function chooseMailer(
	{
		MAILER,
		RESEND_API_KEY = "",
		RESEND_WEBHOOK_SECRET,
		RESEND_WEBHOOK_SECRET_PREVIOUS,
	}: Pick<Config, "MAILER" | "RESEND_API_KEY" | "RESEND_WEBHOOK_SECRET" | "RESEND_WEBHOOK_SECRET_PREVIOUS">,
	{ email, inbox }: { email: SendEmail; inbox: Mailer },
): Mailer {
	switch (MAILER) {
		case "inbox":
			return inbox;
		case "cloudflare":
			return cloudflareMailer(email);
		case "http":
			return httpMailer({
				apiKey: RESEND_API_KEY,
				webhookSecrets: [RESEND_WEBHOOK_SECRET, RESEND_WEBHOOK_SECRET_PREVIOUS].filter((one) => one !== undefined),
				fetch: serviceFetch("resend"),
			});
	}
}
