import { Status } from "~/components/ui/status";
import type { Tone } from "~/components/ui/tone";
import type { TicketStatus } from "../ticket";

const forStaff: Readonly<Record<TicketStatus, Tone>> = {
	open: "pending",
	waiting: "info",
	"on-hold": "neutral",
	closed: "success",
};

/** What waits for us is nothing to do for the customer, and the other way round. */
const forCustomer: Readonly<Record<TicketStatus, Tone>> = {
	open: "info",
	waiting: "pending",
	"on-hold": "info",
	closed: "success",
};

/** @param state the text, which differs for staff and customers */
export const TicketState = ({
	status,
	state,
	staff = false,
}: {
	status: TicketStatus;
	state: string;
	staff?: boolean;
}) => <Status tone={(staff ? forStaff : forCustomer)[status]}>{state}</Status>;
