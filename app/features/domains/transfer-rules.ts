import { isGeneric } from "./lifecycle";

/** Requirements for a transfer. The registries set them. */
export const transferRules = [
	"The domain is at least 60 days old.",
	"It is unlocked at your current registrar.",
	"You have its authorization code (also called EPP or auth code).",
	"WHOIS privacy is off during the transfer.",
	"A transfer takes 5 to 7 days.",
	"If the nameservers change, DNS takes up to 48 hours to update.",
] as const;

/**
 * What happens when another registrar has asked for a domain. ICANN's Transfer Policy (I.A.3) has the losing registrar ask
 * the registrant, and takes five days without an answer as a yes. Countries have rules of their own.
 * @param isAnsweredHere whether customers see the request in the portal
 */
export function afterTransferRequest(tld: string, isAnsweredHere: boolean): string {
	if (isAnsweredHere)
		return "When another registrar has asked for the domain, we email you, and you approve or reject it on the domain's page.";
	if (isGeneric(tld))
		return "When another registrar has asked for the domain, the registrant gets an email from our registrar, with a link to approve or reject it. Without an answer the domain moves after five days.";
	return "When another registrar has asked for the domain with this code, its registry may move it without asking you again.";
}
