/** What a domain must be before it can move (the specification's rules; the registries' are the same). */
export const transferRules = [
	"The domain is at least 60 days old.",
	"It is unlocked at your present registrar.",
	"You have its authorization code (also called EPP or auth code).",
	"WHOIS privacy is off while it moves.",
	"A transfer takes 5 to 7 days.",
	"If the nameservers change, DNS takes up to 48 hours to follow.",
] as const;
