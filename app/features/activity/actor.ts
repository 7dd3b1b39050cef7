/** Who did something in an account. `member`: another customer who has access to it. */
export type Actor = "customer" | "system" | "staff" | "member";
