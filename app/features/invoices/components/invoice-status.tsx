import { Status } from "~/components/ui/status";
import type { Tone } from "~/components/ui/tone";
import { type InvoiceStatus, statusNames } from "../billing";

const tones: Readonly<Record<InvoiceStatus, Tone>> = {
	open: "pending",
	overdue: "danger",
	paid: "success",
	void: "neutral",
	refunded: "info",
};

export function InvoiceStatusLabel({ status }: { status: InvoiceStatus }) {
	return <Status tone={tones[status]}>{statusNames[status]}</Status>;
}
