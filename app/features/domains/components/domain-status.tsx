import { Status } from "~/components/ui/status";
import type { Tone } from "~/components/ui/tone";
import type { DomainStatus as State } from "../domain-state";
import { domainStatusName } from "../domain-status-name";

const tones: Readonly<Record<State, Tone>> = {
	active: "success",
	pending: "pending",
	transfer_in: "pending",
	expired: "danger",
	redemption: "danger",
	released: "neutral",
};

export const DomainStatus = ({ status }: { status: State }) => (
	<Status tone={tones[status]}>{domainStatusName[status]}</Status>
);
