import { Status } from "~/components/ui/status";
import type { Tone } from "~/components/ui/tone";
import type { HostingStatus } from "../hosting-state";

const looks: Readonly<Record<HostingStatus, { tone: Tone; label: string }>> = {
	active: { tone: "success", label: "Active" },
	pending: { tone: "pending", label: "Being set up" },
	suspended: { tone: "danger", label: "Suspended" },
	terminated: { tone: "neutral", label: "Ended" },
};

export function PlanStatus({ status }: { status: HostingStatus }) {
	return <Status tone={looks[status].tone}>{looks[status].label}</Status>;
}
