import { expect, test } from "vitest";
import type { Acting } from "~/features/accounts/customer";
import { listNotification } from "~/features/notifications/list-notification";
import type { ActingRole } from "~/lib/acting";
import { kenya } from "~/lib/dates";

const now = Date.UTC(2026, 10, 22, 9);
const customer = { ...kenya, acting: null };

const clothOf = (kind: string, params: Record<string, unknown>, title = "") =>
	listNotification(
		{ id: "ntf_1", kind, params, title, body: "", href: null, readAt: null, createdAt: now },
		customer,
		now,
	).cloth;

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

test("someone with access gets no link to a page that their role may not see", () => {
	const invoice = { id: "ntf_1", kind: "old", params: {}, title: "", body: "", readAt: null, createdAt: now };
	const pages = ["/pay/inv_1", "/dashboard/domains/dom_1#renew"];
	const linksOf = (role: ActingRole | null) => {
		const acting = role && ({ role, until: now } as Acting);
		return pages.map((href) => listNotification({ ...invoice, href }, { ...kenya, acting }, now).href);
	};
	expect(linksOf(null)).toEqual(pages);
	expect(linksOf("billing")).toEqual(pages);
	expect(linksOf("technical")).toEqual([null, "/dashboard/domains/dom_1#renew"]);
});

test("a notification that someone with access opens stays new to the customer", () => {
	const row = { id: "ntf_1", kind: "old", params: {}, title: "", body: "", href: null, readAt: null, createdAt: now };
	const marks = (role: ActingRole | null) =>
		listNotification(row, { ...kenya, acting: role && ({ role, until: now } as Acting) }, now);
	expect(marks(null)).toMatchObject({ unread: true, marks: true });
	expect(marks("manager")).toMatchObject({ unread: true, marks: false });
});
