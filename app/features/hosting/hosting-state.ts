import type { HostingStatus } from "~/db/schema";
import { stateMachine } from "~/lib/state-machine";

export const hostingStates = stateMachine<HostingStatus>("hosting plan", {
	pending: ["active", "terminated"],
	active: ["suspended", "terminated"],
	suspended: ["active", "terminated"],
	terminated: [],
});
