import { href } from "react-router";
import { brand } from "~/brand";

/** What to do when somebody else did what a mail tells of. */
export const securityAdvice = (appOrigin: string): string =>
	`It was not you? Choose a new password at once at ${appOrigin}${href("/forgot-password")}, then call us: ${brand.phone.display}.`;
