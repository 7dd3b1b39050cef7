import { formatDay, type Locale } from "~/lib/dates";
import { clothStateOf } from "./cloth-state";
import { renewableUntil } from "./lifecycle";
import type { Portfolio } from "./portfolio.server";
import { isSuspended } from "./registrant-check";
import { stoppedMessage } from "./stopped-message";
import { toUnicode } from "./to-unicode";

type Domain = NonNullable<Awaited<ReturnType<Portfolio["find"]>>>;

export type DomainHeader = ReturnType<typeof domainHeader>;

type StoppedJob = Parameters<typeof stoppedMessage>[0][number];

/** View model of the header of a domain's pages. */
export function domainHeader(
	{ id, name, tld, status, expiresAt, registrantCheck }: Domain,
	jobs: readonly StoppedJob[],
	now: number,
	reader: Locale,
) {
	return {
		/** Why its registration or transfer has stopped. Null if it has not. */
		stopped: stoppedMessage(jobs, reader),
		...{ id, status },
		suspended: isSuspended({ status, registrantCheck }),
		name: toUnicode(name),
		/** ASCII form. Null if it is the same as `name`. */
		ascii: toUnicode(name) === name ? null : name,
		cloth: clothStateOf({ status, expiresAt }, now),
		ended:
			status === "expired" && expiresAt !== null
				? { on: formatDay(expiresAt, reader), renewBy: formatDay(renewableUntil({ tld, expiresAt }), reader) }
				: null,
	};
}
