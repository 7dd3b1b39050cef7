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

/** A domain as its own list shows it: with what opens below its row. */
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
