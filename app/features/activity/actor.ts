/** Who did something in an account. */
export type Actor = "customer" | "system" | "staff";
