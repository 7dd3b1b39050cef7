import { formatDay, type Locale } from "~/lib/dates";
import { listedDomain } from "./listed-domain";

type Row = Parameters<typeof listedDomain>[0] & {
	registeredAt: number | null;
	locked: boolean;
	privacy: boolean;
	ssl: boolean;
	nameservers: string[];
};

export type DomainRow = ReturnType<typeof domainRow>;

/** A row of the domain list, with the details that open below it. */
export function domainRow(row: Row, now: number, locale: Locale) {
	const { locked, privacy, ssl, nameservers, registeredAt } = row;
	return {
		...listedDomain(row, now, locale),
		details: {
			locked,
			privacy,
			ssl,
			nameservers,
			registered: registeredAt === null ? null : formatDay(registeredAt, locale),
		},
	};
}
