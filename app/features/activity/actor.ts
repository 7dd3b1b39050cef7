/** Who can have done something in an account. */
export type Actor = "customer" | "system" | "staff";
