/** Requirements for a transfer. The registries set them. */
export const transferRules = [
	"The domain is at least 60 days old.",
	"It is unlocked at your current registrar.",
	"You have its authorization code (also called EPP or auth code).",
	"WHOIS privacy is off during the transfer.",
	"A transfer takes 5 to 7 days.",
	"If the nameservers change, DNS takes up to 48 hours to update.",
] as const;
