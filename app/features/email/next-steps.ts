import { isRunByStaff } from "~/features/hosting/hosting-facts";
import type { OrderLineKind } from "~/features/orders/order-line";

/** The part of an order line that decides what happens after payment. */
export interface BoughtLine {
	readonly kind: OrderLineKind;
	readonly productId: string;
	readonly name: string;
	readonly domain: string | null;
}

/** What we do for each paid line and how long it takes. Equal sentences appear once. */
export function nextSteps(lines: readonly BoughtLine[]): string[] {
	const steps = lines.map(stepOf).filter((step) => step !== null);
	return [...new Set(steps)];
}

function stepOf({ kind, productId, name, domain }: BoughtLine): string | null {
	switch (kind) {
		case "registration":
			return `We're registering ${domain ?? name} now. This usually takes a few seconds. We'll email you when it is active.`;
		case "transfer":
			return `We're starting the transfer of ${domain ?? name}. Your current registrar has five to seven days to release it.`;
		case "renewal":
		case "hosting_renewal":
			return `We're renewing ${name} now. We'll email you the new expiry date.`;
		case "restore":
			return `We're restoring ${name} now. This can take up to two days. We'll email you when it works again.`;
		case "plan":
			if (isRunByStaff(productId)) return `Our team is setting up ${name}. We'll email you when it is ready.`;
			return `We're setting up ${name}${domain ? ` for ${domain}` : ""}. This usually takes a few minutes. We'll email you when it is ready, with how to sign in.`;
		case "plan_change":
			return `We're changing your plan to ${name} now. Your websites and mailboxes keep working.`;
		case "addon":
			return `We're activating ${name}.`;
		case "addon_renewal":
			return `We're renewing ${name} now.`;
		case "hardware":
			return `We'll deliver ${name} in Kenya the next day.`;
		default:
			return null;
	}
}
