import { stateMachine } from "~/lib/state-machine";

export type AccountStatus = "unverified" | "active" | "closing" | "closed";

export const accountStates = stateMachine<AccountStatus>("account", {
	unverified: ["active"],
	active: ["closing"],
	closing: ["active", "closed"],
	closed: [],
});
