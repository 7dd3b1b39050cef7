import { Status } from "~/components/ui/status";
import type { Tone } from "~/components/ui/tone";
import type { InvoiceStanding } from "../billing";

const looks: Readonly<Record<InvoiceStanding, { tone: Tone; label: string }>> = {
	open: { tone: "pending", label: "Open" },
	overdue: { tone: "danger", label: "Overdue" },
	paid: { tone: "success", label: "Paid" },
	void: { tone: "neutral", label: "Void" },
	refunded: { tone: "info", label: "Refunded" },
};

export function InvoiceStatus({ standing }: { standing: InvoiceStanding }) {
	return <Status tone={looks[standing].tone}>{looks[standing].label}</Status>;
}
