import { Status } from "~/components/ui/status";
import type { Tone } from "~/components/ui/tone";
import type { DomainStatus as State } from "../../../db/schema";

const looks: Readonly<Record<State, { tone: Tone; label: string }>> = {
	active: { tone: "success", label: "Active" },
	pending: { tone: "pending", label: "Pending" },
	transfer_in: { tone: "pending", label: "Transferring" },
	expired: { tone: "danger", label: "Expired" },
	redemption: { tone: "danger", label: "In redemption" },
	released: { tone: "neutral", label: "Released" },
};

export function DomainStatus({ status }: { status: State }) {
	return <Status tone={looks[status].tone}>{looks[status].label}</Status>;
}
