import { stateMachine } from "~/lib/state-machine";

export type HostingStatus = "pending" | "active" | "suspended" | "terminated";

export const hostingStates = stateMachine<HostingStatus>("hosting plan", {
	pending: ["active", "terminated"],
	active: ["suspended", "terminated"],
	suspended: ["active", "terminated"],
	terminated: [],
});
