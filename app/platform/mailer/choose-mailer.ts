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
	}: Pick<Config, "MAILER" | "RESEND_API_KEY" | "RESEND_WEBHOOK_SECRET">,
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
				webhookSecret: RESEND_WEBHOOK_SECRET,
				fetch: serviceFetch("resend"),
			});
	}
}
