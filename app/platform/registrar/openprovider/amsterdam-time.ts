const parts = new Intl.DateTimeFormat("en-GB", {
	...{ timeZone: "Europe/Amsterdam", hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit" },
	...{ hour: "2-digit", minute: "2-digit", second: "2-digit" },
});

/** How much later Amsterdam's clocks are than UTC at this time (ms). */
function offsetAt(time: number): number {
	const at = Object.fromEntries(parts.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
	const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = at;
	return Date.UTC(year, month - 1, day, hour, minute, second) - time;
}

/**
 * Reads `2027-11-23 10:00:00`, a time in Amsterdam without an offset, as ms since the epoch. The official module reads
 * OpenProvider's times in this way (openprovider/Openprovider-WHMCS-domains, DomainSyncController). Null for any other
 * text, and for MySQL's empty date.
 */
export function amsterdamTime(text: string): number | null {
	const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/.exec(text);
	const local = match ? Date.parse(`${match[1]}T${match[2]}Z`) : Number.NaN;
	if (Number.isNaN(local) || local <= 0) return null;
	// The first result may be on the wrong side of a change of the clocks.
	return local - offsetAt(local - offsetAt(local));
}
