/** Changes of a domain that its owner gets an email about, in case someone else made them. */
export const emailedChanges = [
	"dns",
	"nameservers",
	"dnssec",
	"contacts",
	"unlocked",
	"auth-code",
	"forwarding",
	"offered",
	"transfer-requested",
	"deleted",
	"taken-back",
	"moved",
	"transferred",
	"lost",
	"released",
] as const;
export type EmailedChange = (typeof emailedChanges)[number];
