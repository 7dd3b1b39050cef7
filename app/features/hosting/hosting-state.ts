import { stateMachine } from "~/lib/state-machine";

export type HostingStatus = "pending" | "active" | "suspended" | "terminated";

/** No transition leads to `suspended`. A plan that has the status is extended or ended like an active one. */
export const hostingStates = stateMachine<HostingStatus>("hosting plan", {
	pending: ["active", "terminated"],
	active: ["terminated"],
	suspended: ["active", "terminated"],
	terminated: [],
});
