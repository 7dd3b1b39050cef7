import { formatCount } from "~/lib/format-count";

const units = [
	[604_800, "week"],
	[86_400, "day"],
	[3_600, "hour"],
	[60, "minute"],
	[1, "second"],
] as const;

/** "1 hour", "90 minutes", "2 days". */
export function ttlText(seconds: number): string {
	const [length, unit] = units.find(([length]) => seconds % length === 0) ?? [1, "second"];
	return formatCount(seconds / length, unit);
}

/** Seconds. Choices of the record form. */
export const commonTtls = [300, 1_800, 3_600, 14_400, 43_200, 86_400] as const;
