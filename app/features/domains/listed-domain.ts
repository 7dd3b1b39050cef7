import { formatDay, formatDistance, type Locale } from "~/lib/dates";
import type { ClothState } from "./cloth";
import { clothStateOf } from "./cloth-state";
import { registeredStatuses } from "./domain-pages";
import type { DomainStatus } from "./domain-state";
import { expiresSoon } from "./portfolio";
import { isSuspended, type RegistrantState } from "./registrant-check";
import { toUnicode } from "./to-unicode";

/** A row of a domain list. */
export interface ListedDomain {
	readonly id: string;
	/** Unicode form. */
	readonly name: string;
	/** ASCII form. */
	readonly ascii: string;
	readonly status: DomainStatus;
	/** Whether its registry suspended it, because the registrant's email address is not confirmed. */
	readonly suspended: boolean;
	readonly cloth: ClothState;
	readonly autoRenew: boolean;
	/** "21 Nov 2027", or a dash before registration. */
	readonly expires: string;
	/** "in 12 days". Null if it does not expire soon. */
	readonly soon: string | null;
	/** Whether it can be renewed. */
	readonly renewable: boolean;
}

type Row = Pick<ListedDomain, "id" | "name" | "status" | "autoRenew"> & {
	expiresAt: number | null;
	registrantCheck: RegistrantState | null;
};

export function listedDomain(row: Row, now: number, locale: Locale): ListedDomain {
	const { id, name, status, autoRenew, expiresAt } = row;
	return {
		id,
		name: toUnicode(name),
		ascii: name,
		status,
		suspended: isSuspended(row),
		cloth: clothStateOf(row, now),
		autoRenew,
		expires: expiresAt === null ? "–" : formatDay(expiresAt, locale),
		soon: expiresAt !== null && expiresSoon(row, now) ? formatDistance(expiresAt, now, locale) : null,
		renewable: registeredStatuses.includes(status),
	};
}
