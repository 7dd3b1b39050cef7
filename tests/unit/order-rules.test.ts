import { expect, test } from "vitest";
import { accountStates } from "~/features/accounts/account-status";
import { domainStates } from "~/features/domains/domain-state";
import { hostingStates } from "~/features/hosting/hosting-state";
import { invoiceStatus } from "~/features/invoices/billing";
import { invoiceNumber, invoiceYear } from "~/features/invoices/invoice-number";
import { invoiceStates } from "~/features/invoices/invoice-state";
import { jobStates, orderStates } from "~/features/orders/order-state";
import { paymentStates } from "~/features/payments/payment-state";
import { IllegalTransition } from "~/lib/state-machine";

test("an order moves from payment to fulfilment and never back", () => {
	expect(orderStates.move("pending_payment", "paid")).toBe("paid");
	expect(orderStates.move("paid", "fulfilled")).toBe("fulfilled");
	expect(() => orderStates.move("pending_payment", "fulfilled")).toThrow(IllegalTransition);
	expect(() => orderStates.move("fulfilled", "paid")).toThrow("The order is fulfilled and cannot become paid");
	expect(() => orderStates.move("cancelled", "paid")).toThrow(IllegalTransition);
	expect(orderStates.sources("cancelled")).toEqual(["pending_payment"]);
	expect(orderStates.sources("refunded")).toEqual([]);
});

test("an invoice is paid once, and a void one never", () => {
	expect(invoiceStates.sources("paid")).toEqual(["open"]);
	expect(invoiceStates.can("paid", "open")).toBe(false);
	expect(invoiceStates.can("void", "paid")).toBe(false);
	expect(invoiceStates.sources("refunded")).toEqual(["paid"]);
});

test("an open invoice is overdue after its due date, a paid one never", () => {
	expect(invoiceStatus({ state: "open", dueAt: 10 }, 10)).toBe("open");
	expect(invoiceStatus({ state: "open", dueAt: 10 }, 11)).toBe("overdue");
	expect(invoiceStatus({ state: "paid", dueAt: 10 }, 11)).toBe("paid");
});

test("a finished job does not run again", () => {
	expect(jobStates.can("queued", "running")).toBe(true);
	expect(jobStates.can("action_required", "queued")).toBe(true);
	// A customer cancels a transfer that waits for a code.
	expect(jobStates.can("action_required", "done")).toBe(true);
	expect(jobStates.can("done", "running")).toBe(false);
	expect(jobStates.sources("queued")).toEqual(["running", "action_required", "failed"]);
	expect(jobStates.sources("running")).toEqual(["queued", "action_required", "failed"]);
});

test("a successful payment stays successful, and a failed or expired one may still succeed", () => {
	for (const later of ["pending", "failed", "expired"] as const)
		expect(paymentStates.can("succeeded", later)).toBe(false);
	expect(paymentStates.sources("succeeded")).toEqual(["pending", "failed", "expired"]);
});

test("a domain becomes active by registration, transfer or a late renewal", () => {
	expect(domainStates.sources("active")).toEqual(["pending", "transfer_in", "expired", "redemption"]);
	expect(domainStates.can("released", "active")).toBe(false);
	expect(domainStates.sources("released")).toEqual(["pending", "transfer_in", "active", "expired", "redemption"]);
});

test("a terminated hosting plan stays terminated", () => {
	expect(hostingStates.sources("active")).toEqual(["pending", "suspended"]);
	expect(hostingStates.can("terminated", "active")).toBe(false);
	expect(hostingStates.sources("suspended")).toEqual(["active"]);
});

test("an account closes only after closing was scheduled or when it is merged, and never reopens", () => {
	expect(accountStates.sources("closed")).toEqual(["active", "closing"]);
	expect(accountStates.can("closed", "active")).toBe(false);
	expect(accountStates.sources("closing")).toEqual(["active"]);
	expect(accountStates.sources("active")).toEqual(["unverified", "closing"]);
});

test("the year in an invoice number is that of Nairobi", () => {
	expect(invoiceYear(Date.UTC(2026, 11, 31, 20, 59))).toBe(2026);
	expect(invoiceYear(Date.UTC(2026, 11, 31, 21, 0))).toBe(2027);
});

test("an invoice number has twelve characters and sorts after the one before, up to 3,399,999 in a year", () => {
	expect(invoiceNumber(2026, 1)).toBe("KK2026000001");
	expect(invoiceNumber(2026, 999_999)).toBe("KK2026999999");
	expect(invoiceNumber(2026, 1_000_000)).toBe("KK2026A00000");
	expect(invoiceNumber(2026, 1_099_999)).toBe("KK2026A99999");
	expect(invoiceNumber(2026, 1_100_000)).toBe("KK2026B00000");
	expect(invoiceNumber(2026, 3_399_999)).toBe("KK2026Z99999");
	expect(() => invoiceNumber(2026, 3_400_000)).toThrow(RangeError);
	const numbers = Array.from({ length: 3_400 }, (_, index) => invoiceNumber(2026, 1 + index * 999));
	expect(new Set(numbers).size).toBe(numbers.length);
	expect([...numbers].sort()).toEqual(numbers);
	expect(numbers.every((number) => number.length === 12)).toBe(true);
});
