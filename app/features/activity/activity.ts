import type { Writer } from "~/features/accounts/customer";
import type { Actor } from "./actor";

export const actors = ["customer", "member", "system", "staff"] as const satisfies Actor[];

/** Names of who did something, for its reader: the customer, or someone who uses their account. */
export const actorNames = ({ firstName, lastName, acting }: Writer): Readonly<Record<Actor, string>> => ({
	customer: acting ? `${firstName} ${lastName}` : "You",
	member: "People with access",
	system: "Automatic",
	staff: "Our staff",
});
