import { brand } from "~/brand";
import type { jobs, OrderLine } from "~/db/schema";
import type { NewAddon } from "~/features/addons/addon-changes.server";
import type { NewClaim } from "~/features/domains/registrations.server";
import { withUsage } from "~/features/hosting/hosting";
import type { NewPlan } from "~/features/hosting/hosting-changes.server";
import { createId } from "~/lib/ids";
import { type ContactDetails, registrantOf } from "./contact-details";
import type { JobKind } from "./job";
import type { OrderLineKind } from "./order-line";

type NewJob = typeof jobs.$inferInsert;

interface PaidOrder {
	readonly id: string;
	readonly userId: string;
	readonly currency: NewPlan["currency"];
	readonly contact: ContactDetails;
	/** Minor units. */
	readonly subtotal: number;
	readonly discount: number;
}

/** The domains, plans, add-ons and jobs that a paid order creates. */
export interface FulfilmentPlan {
	readonly domains: readonly NewClaim[];
	readonly hosting: readonly NewPlan[];
	/** They belong to these or to earlier domains and plans. */
	readonly addons: readonly NewAddon[];
	readonly jobs: readonly NewJob[];
}

const jobKinds: Readonly<Record<OrderLineKind, JobKind | null>> = {
	registration: "register_domain",
	transfer: "transfer_domain",
	renewal: "renew_domain",
	restore: "restore_domain",
	hosting_renewal: "renew_hosting",
	plan_change: "change_hosting",
	plan: "create_hosting",
	addon: "activate_addon",
	addon_renewal: "renew_addon",
	hardware: "ship_hardware",
	free_domain: null,
	custom: null,
};

/** Creates the rows for a paid order. Lines such as the free first year have no job. */
export function planFulfilment(order: PaidOrder, lines: readonly OrderLine[], now: number): FulfilmentPlan {
	return {
		domains: lines.flatMap((line) => newDomain(order, line, now) ?? []),
		hosting: lines.flatMap((line) => newHosting(order, line, now) ?? []),
		addons: lines.flatMap((line) => newAddon(order, line, lines, now) ?? []),
		jobs: lines.flatMap((line) => newJob(order, line, now) ?? []),
	};
}

function newJob(order: PaidOrder, line: OrderLine, now: number): NewJob | undefined {
	const kind = jobKinds[line.kind];
	if (!kind) return undefined;
	return {
		id: createId("job", now),
		orderId: order.id,
		orderLineId: line.id,
		userId: order.userId,
		kind,
		payload: {},
		nextAt: now,
		createdAt: now,
		updatedAt: now,
	};
}

function newDomain(order: PaidOrder, line: OrderLine, now: number): NewClaim | undefined {
	if (!line.domain || (line.kind !== "registration" && line.kind !== "transfer")) return undefined;
	const details = line.details;
	return {
		id: createId("dom", now),
		userId: order.userId,
		name: line.domain,
		tld: details.tld ?? line.domain.slice(line.domain.indexOf(".") + 1),
		status: line.kind === "transfer" ? "transfer_in" : "pending",
		orderLineId: line.id,
		nameservers: [...brand.nameservers],
		contacts: { registrant: registrantOf(order.contact), admin: null, tech: null },
		createdAt: now,
		updatedAt: now,
	};
}

/** An amount less its share of the order's discount, before tax. Minor units. */
export const afterDiscount = (amount: number, { subtotal, discount }: Pick<PaidOrder, "subtotal" | "discount">) =>
	subtotal > 0 ? Math.floor((amount * (subtotal - discount)) / subtotal) : 0;

function newHosting(order: PaidOrder, line: OrderLine, now: number): NewPlan | undefined {
	const { hosting, freeDomain = 0 } = line.details;
	if (line.kind !== "plan" || !hosting) return undefined;
	const price = Math.max(0, hosting.price - freeDomain);
	return {
		id: createId("hst", now),
		userId: order.userId,
		productId: line.productId,
		...hosting,
		...(line.domain && { resources: withUsage(hosting.resources, { domains: 1 }) }),
		...((order.discount > 0 || freeDomain > 0) && { paid: afterDiscount(price, order) }),
		status: "pending",
		domain: line.domain,
		orderLineId: line.id,
		currency: order.currency,
		createdAt: now,
		updatedAt: now,
	};
}

/** Undefined for an add-on that belongs to nothing, from an order of an earlier release. */
function newAddon(
	{ userId, currency }: PaidOrder,
	line: OrderLine,
	lines: readonly OrderLine[],
	now: number,
): NewAddon | undefined {
	const { planLine, term } = line.details;
	const planLineId = lines.find(({ position }) => position === planLine)?.id ?? null;
	const { domain, planId, productId, name } = line;
	if (line.kind !== "addon" || (!domain && !planId && !planLineId)) return undefined;
	return {
		id: createId("add", now),
		...{ userId, productId, name, domain, planId, planLineId, currency },
		orderLineId: line.id,
		price: line.unitAmount,
		termMonths: term === "annual" ? 12 : 1,
		createdAt: now,
		updatedAt: now,
	};
}
