/** "AO"; by characters as people see them, so that a name may begin with any. */
export function initials({ firstName, lastName }: { firstName: string; lastName: string }): string {
	const first = (name: string) => [...name.trim()][0] ?? "";
	return (first(firstName) + first(lastName)).toUpperCase();
}
