/** Changes of a domain that its owner gets an email about, in case someone else made them. */
export const noticedChanges = [
	"dns",
	"nameservers",
	"contacts",
	"unlocked",
	"auth-code",
	"forwarding",
	"deleted",
	"moved",
	"lost",
	"released",
] as const;
export type NoticedChange = (typeof noticedChanges)[number];
