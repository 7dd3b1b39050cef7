import type { Effect } from "~/db/outbox.server";
import { HOUR } from "~/lib/durations";

/** What an owner is told of by mail, in case it was not they who did it. */
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

/** The mail about a change. Records are changed one by one: within an hour that is one mail. */
export function noticeOf(domain: { id: string; userId: string }, change: NoticedChange, now: number): Effect {
	return {
		kind: "mail.domain-changed",
		payload: { domainId: domain.id, change },
		userId: domain.userId,
		...(change === "dns" && { dedupeKey: dnsNotice(domain.id, now) }),
	};
}

const dnsNotice = (domainId: string, now: number): string =>
	`mail.domain-changed:${domainId}:dns:${Math.floor(now / HOUR)}`;
