import { brand } from "../../brand";

/** Who can have done something in an account. */
export const actors = ["customer", "system", "staff"] as const;

export type Actor = (typeof actors)[number];

/** Each of them as the customer calls them. */
export const actorName: Readonly<Record<Actor, string>> = {
	customer: "You",
	system: `${brand.name}, by itself`,
	staff: "Our staff",
};

/** An entry of the activity log. */
export interface ActivityEntry<Expression = never> {
	readonly actor: Actor;
	/** `domain.auto_renew`, `profile.updated` … */
	readonly kind: string;
	/** A sentence for the customer, or an expression that makes it where it is stored. */
	readonly message: string | Expression;
	readonly subjectId?: string;
}
