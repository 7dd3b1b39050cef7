import { Icon } from "~/components/ui/icon";
import { Status } from "~/components/ui/status";
import { formatMoney, multiply, subtract } from "~/lib/money";
import type { CartItem } from "../cart-item";
import type { Line } from "../lines";
import type { Problem } from "../quote";

interface LineNoteProps {
	item: CartItem;
	line: Line | undefined;
	problem: Problem | undefined;
	/** Whether the registry has not answered yet. */
	checking: boolean;
}

/** What the price covers, and whether the domain is still available. */
export function LineNote({ item, line, problem, checking }: LineNoteProps) {
	// The row's form already asks for it.
	const isAsked = problem?.code === "name_missing" && item.category === "extension";
	const isName = item.category === "domain";
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-1 wrap-anywhere text-sm text-muted">
			{line && <p>{priceNote(line)}</p>}
			{line?.note && <p>{line.note}</p>}
			{problem && !isAsked && (
				<p className={problem.blocks ? "flex gap-1.5 font-medium text-danger" : "flex gap-1.5 text-ink"}>
					<Icon name={problem.blocks ? "circle-alert" : "clock"} size={16} className="mt-0.5 flex-none" />
					{problem.message}
				</p>
			)}
			{isName && !problem && (
				<Status tone={checking ? "neutral" : "success"}>{checking ? "Checking…" : "Available"}</Status>
			)}
		</div>
	);
}

function priceNote(line: Line): string {
	switch (line.kind) {
		case "registration":
		case "extension": {
			if (!line.renewal) return "";
			const renewal = formatMoney(line.renewal);
			const further = (line.years ?? 1) - 1;
			if (further === 0) return `First year. Renews at ${renewal} a year.`;
			const first = subtract(line.amount, multiply(line.renewal, further));
			return `${formatMoney(first)} the first year, then ${renewal} a year.`;
		}
		case "transfer":
			return "Adds one year. Takes 5 to 7 days.";
		case "renewal":
			return line.renewal ? `${formatMoney(line.renewal)} a year.` : "";
		case "hosting_renewal":
			return `${formatMoney(line.unit)} ${line.term === "annual" ? "a year" : "a month"}.`;
		case "addon": {
			const price = `${formatMoney(line.unit)} ${line.term === "annual" ? "a year" : "a month"}.`;
			return line.note ? `${price} Renews and ends with it.` : price;
		}
		case "plan":
			if (line.quantity === 1) return line.term === "annual" ? "Paid once a year." : "Paid every month.";
			return `${formatMoney(line.unit)} ${line.term === "annual" ? "a year" : "a month"} each.`;
		default:
			if (line.quantity > 1) return `${formatMoney(line.unit)} each.`;
			return `${line.delivery === "charged" ? "Next-day" : "Free next-day"} delivery in Kenya, 2-year warranty.`;
	}
}
