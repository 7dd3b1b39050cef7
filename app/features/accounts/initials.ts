/** "AO". Splits by code points, because a name may begin with any character. */
export function initials({ firstName, lastName }: { firstName: string; lastName: string }): string {
	const first = (name: string) => [...name.trim()][0] ?? "";
	return (first(firstName) + first(lastName)).toUpperCase();
}
