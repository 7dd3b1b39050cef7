import type { DomainStatus } from "~/features/domains/domain-state";
import { addGraceDays } from "~/features/domains/lifecycle";
import { toUnicode } from "~/features/domains/to-unicode";
import type { HostingStatus } from "~/features/hosting/hosting-state";
import type { OrderLineKind } from "~/features/orders/order-line";
import { formatDay, kenya } from "~/lib/dates";
import { DAY, HOUR } from "~/lib/durations";

// Times in ms.

interface OrderedLine {
	readonly id: string;
	readonly kind: OrderLineKind;
	readonly domain: string | null;
	readonly planId: string | null;
}

interface BilledLine {
	readonly id: string;
	readonly quantity: number;
}

interface BoughtDomain {
	readonly id: string;
	readonly name: string;
	readonly tld: string;
	readonly status: DomainStatus;
	/** The line that bought it. */
	readonly orderLineId: string | null;
	readonly registeredAt: number | null;
	readonly expiresAt: number | null;
}

interface BoughtPlan {
	readonly id: string;
	readonly name: string;
	readonly status: HostingStatus;
	readonly orderLineId: string | null;
	readonly endedReason: string | null;
}

/** What an invoice bought or renewed, as it is now. */
export interface BoughtServices {
	/** In their order. */
	readonly ordered: readonly OrderedLine[];
	readonly domains: readonly BoughtDomain[];
	readonly plans: readonly BoughtPlan[];
}

/** A domain or plan that an invoice line bought or renewed. */
export interface RefundedService {
	readonly kind: "domain" | "plan";
	readonly id: string;
	/** The invoice line. */
	readonly lineId: string;
	/** Whether a refund of the line can end it. */
	readonly canEnd: boolean;
	/** What happens if staff end it, or why it stays. */
	readonly ending: string;
}

/** The registry counts from its own time, which may be earlier than ours. */
const registryClockMs = 12 * HOUR;

/** The services of an invoice, in the order of its lines. `keptDays`: how long the content of an ended plan is kept. */
export function refundedServices(
	billed: readonly BilledLine[],
	{ ordered, domains, plans }: BoughtServices,
	{ keptDays, now }: { keptDays: number; now: number },
): RefundedService[] {
	return pairLines(billed, ordered).flatMap(({ lineId, line }): RefundedService[] => {
		if (line.kind === "plan" || line.kind === "hosting_renewal") {
			const plan = plans.find(({ id, orderLineId }) => id === line.planId || orderLineId === line.id);
			return plan ? [{ kind: "plan", id: plan.id, lineId, ...planEnding(plan, keptDays, now) }] : [];
		}
		if (!domainLines.includes(line.kind)) return [];
		const domain = domains.find(({ name }) => name === line.domain);
		return domain ? [{ kind: "domain", id: domain.id, lineId, ...domainEnding(domain, line, now) }] : [];
	});
}

const domainLines: readonly OrderLineKind[] = ["registration", "transfer", "renewal", "restore"];

/**
 * An invoice has one line for equal plans, an order one for each. The invoice of a restore has its fee and the renewal,
 * its order one line. Empty if the lines are not those of the order.
 */
function pairLines(billed: readonly BilledLine[], ordered: readonly OrderedLine[]) {
	const [only, ...others] = ordered;
	if (only?.kind === "restore" && others.length === 0)
		return billed.slice(-1).map(({ id: lineId }) => ({ lineId, line: only }));
	const pairs: { readonly lineId: string; readonly line: OrderedLine }[] = [];
	let position = 0;
	for (const { id: lineId, quantity } of billed) {
		const copies = ordered[position]?.kind === "plan" ? quantity : 1;
		for (const line of ordered.slice(position, position + copies)) pairs.push({ lineId, line });
		position += copies;
	}
	return position === ordered.length ? pairs : [];
}

const stays = (ending: string) => ({ canEnd: false, ending });

function planEnding({ name, status, endedReason }: BoughtPlan, keptDays: number, now: number) {
	if (status === "terminated" || endedReason !== null) return stays(`${name} has already ended.`);
	if (status === "pending") return stays(`${name} stays, because it is still being set up.`);
	const kept = formatDay(now + keptDays * DAY, kenya);
	const ending = `${name} ends today. Its websites and mailboxes stop working, and its content is kept until ${kept}.`;
	return { canEnd: true, ending };
}

function domainEnding(domain: BoughtDomain, line: OrderedLine, now: number) {
	const { tld, status, registeredAt, expiresAt } = domain;
	const name = toUnicode(domain.name);
	if (status === "released") return stays(`${name} is no longer registered with us.`);
	if (line.kind === "restore" && status === "redemption")
		return stays(`${name} is in redemption. If it is being restored, a refund does not stop that.`);
	if (status !== "active" || registeredAt === null || expiresAt === null)
		return stays(`${name} stays, because only active domains can be deleted.`);
	const stay = `${name} stays registered until ${formatDay(expiresAt, kenya)}`;
	if (line.kind === "renewal") return stays(`${stay}. A renewal can't be undone.`);
	if (line.kind === "restore") return stays(`${stay}. A restore can't be undone.`);
	if (line.kind === "transfer") return stays(`${stay}. A transfer can't be undone.`);
	const days = addGraceDays(tld);
	if (days === 0 || domain.orderLineId !== line.id)
		return stays(`${stay}. The registry of .${tld} takes no registration back.`);
	const until = registeredAt + days * DAY - registryClockMs;
	const day = formatDay(until, kenya);
	if (now >= until) return stays(`${stay}. Its registry took it back only until ${day}.`);
	return { canEnd: true, ending: `${name} is deleted today. Its registry takes new registrations back until ${day}.` };
}
