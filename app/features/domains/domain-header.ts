import { formatDay, type Locale } from "~/lib/dates";
import { clothStateOf } from "./cloth-state";
import { renewableUntil } from "./lifecycle";
import type { Portfolio } from "./portfolio.server";
import { toUnicode } from "./to-unicode";

type Domain = NonNullable<Awaited<ReturnType<Portfolio["find"]>>>;

export type DomainHeader = ReturnType<typeof domainHeader>;

/** View model of the header of a domain's pages. */
export function domainHeader({ id, name, tld, status, expiresAt }: Domain, now: number, reader: Locale) {
	return {
		...{ id, status },
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
