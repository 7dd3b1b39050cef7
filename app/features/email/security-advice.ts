import { href } from "react-router";
import { brand } from "~/brand";

/** What to do if someone else did what the email describes. */
export const securityAdvice = (appOrigin: string): string =>
	`If this wasn't you, choose a new password right away at ${appOrigin}${href("/forgot-password")}, then call us on ${brand.phone.display}.`;
