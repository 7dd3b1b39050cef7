import { Status } from "~/components/ui/status";
import type { Tone } from "~/components/ui/tone";
import type { PlanState } from "../suspension";

const looks: Readonly<Record<PlanState, { tone: Tone; label: string }>> = {
	active: { tone: "success", label: "Active" },
	pending: { tone: "pending", label: "Being set up" },
	expired: { tone: "danger", label: "Expired" },
	suspended: { tone: "danger", label: "Suspended" },
	terminated: { tone: "neutral", label: "Ended" },
};

export function PlanStatus({ state }: { state: PlanState }) {
	return <Status tone={looks[state].tone}>{looks[state].label}</Status>;
}
