/** The order of a list: `name` from A to Z or from the lowest, `-name` the other way. */
export type SortOrder<Key extends string> = Key | `-${Key}`;

export function readSort<Key extends string>(order: SortOrder<Key>) {
	const isReversed = order.startsWith("-");
	const by = (isReversed ? order.slice(1) : order) as Key;
	return { by, direction: isReversed ? "desc" : "asc" } as const;
}

export const reversed = (order: string): string => (order.startsWith("-") ? order.slice(1) : `-${order}`);
