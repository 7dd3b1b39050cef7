import type { Actor } from "./actor";

export const actors = ["customer", "system", "staff"] as const satisfies Actor[];

/** As the customer reads them. */
export const actorName: Readonly<Record<Actor, string>> = {
	customer: "You",
	system: "Automatic",
	staff: "Our staff",
};
