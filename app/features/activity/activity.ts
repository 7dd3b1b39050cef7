import { brand } from "~/brand";
import type { Actor } from "~/db/schema";

export const actors = ["customer", "system", "staff"] as const satisfies Actor[];

/** Each of them as the customer calls them. */
export const actorName: Readonly<Record<Actor, string>> = {
	customer: "You",
	system: `${brand.name}, by itself`,
	staff: "Our staff",
};
