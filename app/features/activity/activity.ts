import type { Actor } from "./actor";

export const actors = ["customer", "system", "staff"] as const satisfies Actor[];

export const actorName: Readonly<Record<Actor, string>> = {
	customer: "You",
	system: "Automatic",
	staff: "Our staff",
};
