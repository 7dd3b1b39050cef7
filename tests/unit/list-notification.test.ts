import { expect, test } from "vitest";
import { listNotification } from "~/features/notifications/list-notification";
import { kenya } from "~/lib/dates";

const now = Date.UTC(2026, 10, 22, 9);

const clothOf = (kind: string, params: Record<string, unknown>, title = "") =>
	listNotification({ id: "ntf_1", kind, params, title, body: "", href: null, readAt: null, createdAt: now }, kenya, now)
		.cloth;

test("a notification about a domain has its cloth, in the state that the notification tells", () => {
	const domain = "tujenge.com";
	expect(clothOf("job.done", { orderId: "ord_1", result: { state: "registered", name: domain } })).toEqual({
		...{ name: domain, state: "woven" },
	});
	const expiring = { domain, domainId: "dom_1", expiresAt: now, expired: false, autoRenew: false };
	expect(clothOf("domain.expiring", expiring)).toEqual({ name: domain, state: "expiring" });
	expect(clothOf("domain.released", { domain })).toEqual({ name: domain, state: "expired" });
});

test("a notification that names the domain in its text has the cloth too", () => {
	const total = { amount: 100, currency: "KES" };
	expect(clothOf("invoice.issued", { invoiceId: "inv_1", name: "café.com", total })).toEqual({
		...{ name: "xn--caf-dma.com", state: "woven" },
	});
	expect(clothOf("older.kind", {}, "duka.co.ke is active")).toEqual({ name: "duka.co.ke", state: "woven" });
});

test("other notifications have none", () => {
	expect(clothOf("invoice.paid", { invoiceId: "inv_1", invoice: "KK2026000001", orderId: null })).toBeNull();
});
