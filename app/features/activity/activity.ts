/** An entry of the activity log. */
export interface ActivityEntry<Expression = never> {
	readonly actor: "customer" | "system" | "staff";
	/** `domain.auto_renew`, `profile.updated` … */
	readonly kind: string;
	/** A sentence for the customer, or an expression that makes it where it is stored. */
	readonly message: string | Expression;
	readonly subjectId?: string;
}
