import { formatDay, type Locale } from "~/lib/dates";
import { renewableUntil } from "./lifecycle";
import type { Portfolio } from "./portfolio.server";
import { toUnicode } from "./to-unicode";

type Domain = NonNullable<Awaited<ReturnType<Portfolio["find"]>>>;

export type DomainHeader = ReturnType<typeof domainHeader>;

/** What stands over every page of one domain, in its customer's words. */
export function domainHeader({ id, name, tld, status, expiresAt }: Domain, reader: Locale) {
	return {
		...{ id, status },
		name: toUnicode(name),
		/** As the DNS knows it, where people read another name. */
		ascii: toUnicode(name) === name ? null : name,
		ended:
			status === "expired" && expiresAt !== null
				? { on: formatDay(expiresAt, reader), renewBy: formatDay(renewableUntil({ tld, expiresAt }), reader) }
				: null,
	};
}
