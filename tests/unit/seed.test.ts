import { expect, test } from "vitest";
import { seedTaxBasisPoints } from "~/db/seed/billing";
import { buildSeed } from "~/db/seed/build-seed";
import { findProduct, unitPrice } from "~/features/catalog/catalog";
import { versionOne } from "~/features/catalog/version-one/version-one";

const now = Date.UTC(2026, 10, 21, 8);
const seed = (at = now) => buildSeed({ now: at, passwordHash: "$argon2id$sample", cardToken: "sealed" });

test("the same input gives the same rows", () => {
	expect(seed()).toEqual(seed());
});

test("the demo customer has five domains, one with an add-on, two hosting plans, three projects and three unread notifications", () => {
	const rows = seed();
	const demo = rows.users[0]?.id;
	const mine = <T extends { userId: string }>(list: T[]) => list.filter((row) => row.userId === demo);
	expect(mine(rows.domains)).toHaveLength(5);
	expect(mine(rows.hostingPlans)).toHaveLength(2);
	const [domain] = mine(rows.domains);
	const ssl = findProduct("addon-ssl");
	if (ssl?.kind !== "addon") throw new Error("the catalogue has no such add-on");
	expect(mine(rows.addons)).toMatchObject([
		{
			...{ name: ssl.name, domainId: domain?.id, expiresAt: domain?.expiresAt, activatedAt: expect.any(Number) },
			...{ price: unitPrice(ssl, "annual", "USD")?.amount, currency: "USD" },
		},
	]);
	expect(mine(rows.projects)).toHaveLength(3);
	expect(mine(rows.notifications).filter((notification) => !notification.readAt)).toHaveLength(3);
	expect(mine(rows.invoices).filter((invoice) => invoice.state === "open")).toMatchObject([
		{ total: 24_999, currency: "USD" },
	]);
});

test("January to July are billed and paid, whatever today's date", () => {
	for (let month = 0; month < 12; month += 1) {
		const at = Date.UTC(2027, month, 1, 12);
		const paid = seed(at).invoices.filter((invoice) => invoice.currency === "USD" && invoice.state === "paid");
		const months = new Set(paid.map((invoice) => new Date(invoice.issuedAt).getUTCMonth()));
		expect([...months]).toEqual(expect.arrayContaining([0, 1, 2, 3, 4, 5, 6]));
		expect(paid.every((invoice) => invoice.issuedAt <= at && (invoice.paidAt ?? 0) <= at)).toBe(true);
	}
});

test("every invoice adds up with the catalogue's tax", () => {
	const { invoices, invoiceLines, ledgerEntries } = seed();
	expect(seedTaxBasisPoints).toBe(versionOne.rules.taxBasisPoints);
	for (const invoice of invoices) {
		const lines = invoiceLines.filter((line) => line.invoiceId === invoice.id);
		expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(invoice.subtotal);
		expect(invoice.subtotal + invoice.tax).toBe(invoice.total);
		const posted = ledgerEntries.filter((entry) => entry.invoiceId === invoice.id);
		expect(posted.map((entry) => entry.amount)).toEqual(invoice.state === "paid" ? [invoice.total] : []);
	}
});

test("invoice numbers have no gap, and the sequence continues after them", () => {
	const { invoices, invoiceSequences } = seed(Date.UTC(2027, 3, 10));
	for (const { year, last } of invoiceSequences) {
		const numbers = invoices.map((invoice) => invoice.number).filter((number) => number.startsWith(`KK${year}`));
		const expected = Array.from({ length: last }, (_, index) => `KK${year}${String(index + 1).padStart(6, "0")}`);
		expect(numbers.sort()).toEqual(expected);
	}
});

test("ids have the usual format and are unique", () => {
	const rows = Object.values(seed()).flat() as { id?: string }[];
	const ids = rows.flatMap(({ id }) => id ?? []);
	expect(ids.filter((id) => !/^[a-z]{2,3}_[a-z2-7]{17,26}$/.test(id))).toEqual([]);
	expect(new Set(ids).size).toBe(ids.length);
});
