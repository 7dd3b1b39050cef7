import { stateMachine } from "~/lib/state-machine";

export type AccountStatus = "unverified" | "active" | "closing" | "closed";

export const accountStates = stateMachine<AccountStatus>("account", {
	unverified: ["active"],
	// Merged into another account.
	active: ["closing", "closed"],
	closing: ["active", "closed"],
	closed: [],
});
