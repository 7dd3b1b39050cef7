import { decapitalize } from "./line-facts";
import type { OrderLineDetails, OrderLineKind } from "./order-line";

interface Line {
	readonly kind: OrderLineKind;
	readonly name: string;
	readonly domain: string | null;
	readonly details: OrderLineDetails;
}

/** What a line is about, for messages: "tujenge.com", "Business Hosting for tujenge.com", "Premium SSL for tujenge.com". */
export function lineSubject({ kind, name, domain, details: { note } }: Line): string {
	if (kind === "addon" && note) return `${name} ${decapitalize(note)}`;
	// Not the domain alone: its registration in the same order has its own messages.
	if (kind === "addon" || kind === "plan") return domain ? `${name} for ${domain}` : name;
	return domain ?? name;
}
