import { formatDay, formatDistance, type Locale } from "../../lib/dates";
import type { ListedDomain } from "./components/domain-columns";
import { registered } from "./domain-pages";
import { expiresSoon } from "./portfolio";

type Row = Pick<ListedDomain, "id" | "name" | "status" | "autoRenew"> & { expiresAt: number | null };

/** A domain as its list shows it, in its customer's words. */
export function listDomain(row: Row, now: number, locale: Locale): ListedDomain {
	const { id, name, status, autoRenew, expiresAt } = row;
	return {
		id,
		name,
		status,
		autoRenew,
		expires: expiresAt === null ? "–" : formatDay(expiresAt, locale),
		soon: expiresAt !== null && expiresSoon(row, now) ? formatDistance(expiresAt, now, locale.language) : null,
		renewable: registered.includes(status),
	};
}
