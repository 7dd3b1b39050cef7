import { change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { OrderLine } from "~/db/schema";
import type { Customer } from "~/features/accounts/customer";
import { issueInvoice, type NewInvoiceLine } from "~/features/invoices/invoice-changes.server";
import { invoiceParty } from "~/features/invoices/invoice-party";
import { payableAmount } from "~/features/payments/payable";
import { stockReserved } from "~/features/stock/stock-changes.server";
import { createId } from "~/lib/ids";
import { type Currency, isZero, money } from "~/lib/money";
import { type Failure, fail, ok, type Result } from "~/lib/result";
import { sha256Hex } from "~/lib/sha256";
import type { ContactDetails } from "./contact-details";
import { planFulfilment } from "./fulfilment-plan.server";
import { markInvoicePaid } from "./mark-invoice-paid.server";
import type { OrdersRepo } from "./orders.repo.server";

export type Buyer = Pick<Customer, "id" | "currency"> & Partial<Pick<Customer, "billing" | "closesAt">>;

/** Returns a failure if the customer can't order, because their account is closing. */
export function checkBuyer({ closesAt = null }: Buyer): Failure | undefined {
	if (closesAt === null) return undefined;
	const message = "Your account is closing, so you can't order now. Cancel the closing first, then order.";
	return { kind: "conflict", message, code: "closing" };
}

export interface PlacedOrder {
	readonly orderId: string;
	readonly invoiceId: string;
}

type Renewed = "renewedDomainId" | "renewedPlanId" | "renewedExpiry";

type NewOrderLine = Omit<OrderLine, "id" | "orderId" | "position" | Renewed> & Partial<Pick<OrderLine, Renewed>>;

const notAutomatic = { renewedDomainId: null, renewedPlanId: null, renewedExpiry: null };

interface NewOrder {
	readonly buyer: Buyer;
	readonly contact: ContactDetails;
	readonly idempotencyKey: string;
	readonly requestHash: string;
	readonly promoCode?: string | undefined;
	/** Minor units. */
	readonly sums: Readonly<Record<"subtotal" | "discount" | "tax" | "shipping" | "total", number>> & {
		readonly currency: Currency;
	};
	/** The tax rate in hundredths of a percent. The invoice stores it. */
	readonly taxBasisPoints: number;
	readonly lines: readonly NewOrderLine[];
	readonly invoiceLines: readonly Omit<NewInvoiceLine, "id" | "invoiceId" | "position">[];
	/** Milliseconds. */
	readonly dueAt: number;
}

/**
 * Builds the changes for a new order. `row` comes first, then the caller's guards, then `contents` (lines and invoice).
 * Stale if there are too few pieces of its hardware.
 * An order with nothing to pay is marked as paid in the same change.
 */
export function buildOrder(db: Database, repo: OrdersRepo, { buyer, sums, contact, ...made }: NewOrder, now: number) {
	const orderId = createId("ord", now);
	const invoiceId = createId("inv", now);
	const order = {
		id: orderId,
		userId: buyer.id,
		idempotencyKey: made.idempotencyKey,
		requestHash: made.requestHash,
		state: "pending_payment" as const,
		...sums,
		promoCode: made.promoCode ?? null,
		contact,
		createdAt: now,
	};
	const lines = made.lines.map((line, position) => ({
		...notAutomatic,
		...line,
		id: createId("lin", now),
		orderId,
		position,
	}));
	const invoice = {
		id: invoiceId,
		orderId,
		userId: buyer.id,
		...sums,
		taxBasisPoints: made.taxBasisPoints,
		billedTo: invoiceParty(contact, buyer.billing),
		issuedAt: now,
		dueAt: made.dueAt,
		paidAt: null,
	};
	const invoiceLines = made.invoiceLines.map((line, position) => ({
		...line,
		id: createId("lin", now),
		invoiceId,
		position,
	}));
	const unnumbered = { ...invoice, number: null, creditUsed: 0, actor: "customer" } as const;
	return {
		placed: { orderId, invoiceId },
		row: repo.insertOrder(order),
		contents: change(
			repo.insertLines(lines),
			stockReserved(db, lines, now),
			issueInvoice(db, invoice, invoiceLines),
			isZero(payableAmount(money(sums.total, sums.currency))) &&
				markInvoicePaid(db, unnumbered, planFulfilment(order, lines, now), now),
		),
	};
}

/** 128 bits, which tell whether a repeated request asks for the same order. */
export const requestHashOf = (content: unknown): string => sha256Hex(JSON.stringify(content)).slice(0, 32);

/** The order that an earlier request with this key placed. Fails with `conflict` if that request was different. */
export async function findPlacedOrder(
	repo: OrdersRepo,
	userId: string,
	key: string,
	requestHash: string,
): Promise<Result<PlacedOrder> | undefined> {
	const order = await repo.findByKey(userId, key);
	if (!order) return undefined;
	// Earlier releases stored 256 bits.
	if (order.requestHash.startsWith(requestHash)) return ok({ orderId: order.id, invoiceId: order.invoiceId });
	const message = "You already placed this order with different items. Check your orders before you order again.";
	return fail("conflict", message, { code: "idempotency_key_reused" });
}
