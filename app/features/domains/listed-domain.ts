import { formatDay, formatDistance, type Locale } from "~/lib/dates";
import { registeredStatuses } from "./domain-pages";
import type { DomainStatus } from "./domain-state";
import { expiresSoon } from "./portfolio";
import { toUnicode } from "./to-unicode";

/** A domain as every list of domains shows it. */
export interface ListedDomain {
	readonly id: string;
	/** As people read it. */
	readonly name: string;
	/** As the DNS knows it. */
	readonly ascii: string;
	readonly status: DomainStatus;
	readonly autoRenew: boolean;
	/** "21 Nov 2027", or a dash before registration. */
	readonly expires: string;
	/** "in 12 days", when that is soon. */
	readonly soon: string | null;
	/** Its registration has an end that can be moved. */
	readonly renewable: boolean;
}

type Row = Pick<ListedDomain, "id" | "name" | "status" | "autoRenew"> & { expiresAt: number | null };

/** A domain as its list shows it, in its customer's words. */
export function listedDomain(row: Row, now: number, locale: Locale): ListedDomain {
	const { id, name, status, autoRenew, expiresAt } = row;
	return {
		id,
		name: toUnicode(name),
		ascii: name,
		status,
		autoRenew,
		expires: expiresAt === null ? "–" : formatDay(expiresAt, locale),
		soon: expiresAt !== null && expiresSoon(row, now) ? formatDistance(expiresAt, now, locale) : null,
		renewable: registeredStatuses.includes(status),
	};
}
