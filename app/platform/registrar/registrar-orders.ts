import type { RegistrarId } from "./registrar-routes";

/** A registrar, or one of several accounts there, such as `epp:kenic`. */
export type RegistrarAccount = RegistrarId | `${RegistrarId}:${string}`;

export type OrderKind = "register" | "transfer" | "renew" | "restore";

/**
 * Why calls stop. `blocked`: until the registrar unblocks us. `credentials`, `contract`, `balance`: until staff change
 * something there. `busy`: we sent too much and have to wait.
 */
export type RegistrarProblem = "blocked" | "credentials" | "contract" | "balance" | "busy";
