import type { DomainStatus } from "~/features/domains/domain-state";
import { addGraceDays } from "~/features/domains/lifecycle";
import { toUnicode } from "~/features/domains/to-unicode";
import type { HostingStatus } from "~/features/hosting/hosting-state";
import type { JobState } from "~/features/orders/job";
import type { OrderLineKind } from "~/features/orders/order-line";
import type { ReservationState } from "~/features/stock/stock";
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

interface BoughtGoods {
	readonly orderLineId: string;
	readonly orderId: string;
	readonly name: string;
	readonly quantity: number;
	/** Null if it has no reservation. */
	readonly reservation: ReservationState | null;
	/** The job that ships them. Null before it is planned. */
	readonly jobId: string | null;
	readonly jobState: JobState | null;
}

/** What an invoice bought or renewed, as it is now. */
export interface BoughtServices {
	/** In their order. */
	readonly ordered: readonly OrderedLine[];
	readonly domains: readonly BoughtDomain[];
	readonly plans: readonly BoughtPlan[];
	readonly goods: readonly BoughtGoods[];
}

/** A domain, a plan or goods that an invoice line bought or renewed. The id of goods is that of their order line. */
export interface RefundedService {
	readonly kind: "domain" | "plan" | "goods";
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
	{ ordered, domains, plans, goods }: BoughtServices,
	{ keptDays, now }: { keptDays: number; now: number },
): RefundedService[] {
	return pairLines(billed, ordered).flatMap(({ lineId, line }): RefundedService[] => {
		if (line.kind === "plan" || line.kind === "hosting_renewal") {
			const plan = plans.find(({ id, orderLineId }) => id === line.planId || orderLineId === line.id);
			return plan ? [{ kind: "plan", id: plan.id, lineId, ...planEnding(plan, keptDays, now) }] : [];
		}
		if (line.kind === "hardware") {
			const sold = goods.find(({ orderLineId }) => orderLineId === line.id);
			return sold ? [{ kind: "goods", id: line.id, lineId, ...goodsEnding(sold) }] : [];
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

function goodsEnding({ name, quantity, reservation, jobState }: BoughtGoods) {
	if (reservation === "returned") return stays(`${name} was not sent, and is in the stock again.`);
	if (reservation === "sent" || jobState === "done")
		return stays(`${name} was sent. When it comes back, add it to the stock in the catalogue.`);
	if (jobState !== "action_required")
		return stays(`${name} is being prepared for packing. Wait a minute and load this page again.`);
	const pieces = quantity === 1 ? "1 piece is" : `${quantity} pieces are`;
	return { canEnd: true, ending: `${name} is not sent any more, and ${pieces} in the stock again.` };
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
