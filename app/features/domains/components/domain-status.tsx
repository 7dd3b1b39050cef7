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

interface DomainStatusProps {
	status: State;
	/** Whether its registry suspended it, because the registrant's email address is not confirmed. */
	suspended?: boolean;
}

export const DomainStatus = ({ status, suspended = false }: DomainStatusProps) =>
	suspended ? (
		<Status tone="danger">Suspended</Status>
	) : (
		<Status tone={tones[status]}>{domainStatusName[status]}</Status>
	);
