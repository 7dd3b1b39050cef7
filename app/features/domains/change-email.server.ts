import { type Change, emit } from "~/db/change.server";
import { HOUR } from "~/lib/durations";
import type { EmailedChange } from "./emailed-changes";

interface OwnedDomain {
	readonly id: string;
	readonly userId: string;
}

/** Emails the owner about a change of the domain. Of emails with the same `once`, only the first is sent. */
export const emailOwner = ({ id, userId }: OwnedDomain, change: EmailedChange, once?: string): Change =>
	emit({
		kind: "mail.domain-changed",
		payload: { domainId: id, change },
		userId,
		...(once !== undefined && { once: `${id}:${change}:${once}` }),
	});

/** Emails the owner about changed DNS records, once an hour: customers edit one record at a time. `now` in ms. */
export const emailDnsChange = (domain: OwnedDomain, now: number): Change =>
	emailOwner(domain, "dns", String(Math.floor(now / HOUR)));
