import type { Effect } from "../../db/outbox.server";
import { HOUR } from "../../platform/clock";

/** What an owner is told of by mail, in case it was not they who did it. */
export const noticedChanges = ["dns"] as const;
export type NoticedChange = (typeof noticedChanges)[number];

/** The mail about a change. Several changes of one kind within an hour are one mail. */
export function noticeOf(domain: { id: string; userId: string }, change: NoticedChange, now: number): Effect {
	return {
		kind: "mail.domain-changed",
		payload: { domainId: domain.id, change },
		userId: domain.userId,
		dedupeKey: `mail.domain-changed:${domain.id}:${change}:${Math.floor(now / HOUR)}`,
	};
}
