import type { Actor } from "./actor";

export const actors = ["customer", "member", "system", "staff"] as const satisfies Actor[];

export const actorName: Readonly<Record<Actor, string>> = {
	customer: "You",
	member: "People with access",
	system: "Automatic",
	staff: "Our staff",
};
