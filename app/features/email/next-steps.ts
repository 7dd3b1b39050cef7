import type { OrderLineKind } from "~/features/orders/order-line";

/** A bought line, as far as what happens next depends on it. */
export interface BoughtLine {
	readonly kind: OrderLineKind;
	readonly name: string;
	readonly domain: string | null;
}

/** What we do with each line once it is paid, and how long it takes. */
export function nextSteps(lines: readonly BoughtLine[]): string[] {
	const steps = lines.map(stepOf).filter((step) => step !== null);
	return [...new Set(steps)];
}

function stepOf({ kind, name, domain }: BoughtLine): string | null {
	switch (kind) {
		case "registration":
			return `We register ${domain ?? name} now. That takes seconds, at most a few minutes, and we mail you when it is active.`;
		case "transfer":
			return `We start the transfer of ${domain ?? name}. Your present registrar has five to seven days to let it go.`;
		case "renewal":
		case "hosting_renewal":
			return `We renew ${name} now, and mail you until when it is yours.`;
		case "plan":
			return `We set up ${name}${domain ? ` for ${domain}` : ""}. You find it in your portal within minutes.`;
		case "plan_change":
			return `We change your plan to ${name} now. Its websites and mailboxes go on meanwhile.`;
		case "addon":
			return `We switch on ${name}.`;
		case "hardware":
			return `We pack ${name} and deliver it the next day, free of charge, in Kenya.`;
		default:
			return null;
	}
}
