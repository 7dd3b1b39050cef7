export type OrderKind = "register" | "transfer" | "renew" | "restore";

/**
 * Why calls stop. `blocked`: until OpenProvider unblocks us. `credentials`, `contract`, `balance`: until staff change
 * something there. `busy`: we sent too much and have to wait.
 */
export type RegistrarProblem = "blocked" | "credentials" | "contract" | "balance" | "busy";
