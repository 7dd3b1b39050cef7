import { stateMachine } from "~/lib/state-machine";

export type HostingStatus = "pending" | "active" | "suspended" | "terminated";

/** A plan that has expired without payment is still `active` until it is suspended. */
export const hostingStates = stateMachine<HostingStatus>("hosting plan", {
	pending: ["active", "terminated"],
	active: ["suspended", "terminated"],
	suspended: ["active", "terminated"],
	terminated: [],
});
