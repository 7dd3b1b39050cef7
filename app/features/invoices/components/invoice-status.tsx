import { Status } from "~/components/ui/status";
import type { Tone } from "~/components/ui/tone";
import { type InvoiceStanding, standingName } from "../billing";

const tones: Readonly<Record<InvoiceStanding, Tone>> = {
	open: "pending",
	overdue: "danger",
	paid: "success",
	void: "neutral",
	refunded: "info",
};

export function InvoiceStatus({ standing }: { standing: InvoiceStanding }) {
	return <Status tone={tones[standing]}>{standingName[standing]}</Status>;
}
