import type { ClothState } from "./cloth";
import type { DomainStatus } from "./domain-state";
import { expiresSoon } from "./portfolio";

/** How the cloth of a customer's domain is drawn. `now` in ms. */
export function clothStateOf(domain: { status: DomainStatus; expiresAt: number | null }, now: number): ClothState {
	if (domain.status === "pending" || domain.status === "transfer_in") return "waiting";
	if (domain.status !== "active") return "expired";
	return expiresSoon(domain, now) ? "expiring" : "woven";
}
