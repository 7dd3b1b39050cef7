import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { billingDetailsIn } from "~/features/billing-details/billing-details.schema";
import { invoiceParty } from "~/features/invoices/invoice-party";
import { testServices } from "../support/factories";
import { seededShop } from "../support/seeded";

let shop: Awaited<ReturnType<typeof seededShop>>;

beforeAll(async () => {
	shop = await seededShop();
});

const billingDetailsSchema = billingDetailsIn("Kenya");
const details = { name: "Tujenge Studio", address: "Ngong Road 5", city: "Nairobi", taxPin: "p051 234 567x" };

test("billing details are checked, and a tax PIN is stored in one format", () => {
	expect(billingDetailsSchema.parse(details).taxPin).toBe("P051234567X");
	expect(billingDetailsSchema.parse({ ...details, taxPin: " " }).taxPin).toBeNull();
	for (const [field, value] of Object.entries({ name: " ", address: "", city: "x".repeat(81), taxPin: "<b>" })) {
		expect(billingDetailsSchema.safeParse({ ...details, [field]: value }).error?.issues[0]?.path).toEqual([field]);
	}
});

test.each([
	["Kenya", ["A012345678Z", "p051 234 567x"], ["xx", "12345", "A01234567Z", "0012345678Z", "A0123456789"]],
	["Uganda", ["1000123456", "10-0012/3456", "T 12345"], ["xx", "1234", "abcdef", "<b>12345", "1".repeat(21)]],
])("a tax PIN of %s is checked", (country, good, bad) => {
	const parsed = (taxPin: string) => billingDetailsIn(country).safeParse({ ...details, taxPin });
	for (const taxPin of good) expect(parsed(taxPin).success, taxPin).toBe(true);
	for (const taxPin of bad) expect(parsed(taxPin).error?.issues[0]?.path, taxPin).toEqual(["taxPin"]);
});

test("the next invoice has the billing details", async () => {
	const { billingDetails, sessions } = testServices();
	await billingDetails.save(shop.demoSession.owner, billingDetailsSchema.parse(details));
	const customer = await sessions.viewer({ cookie: shop.demoSession.cookie }).customer();
	const contact = {
		firstName: "Amani",
		lastName: "Odhiambo",
		email: "amani@example.com",
		phone: "+254700000101",
		address: "Elsewhere 1",
		city: "Kisumu",
		country: "Kenya",
	};
	expect(invoiceParty(contact, customer?.billing)).toEqual({
		name: "Tujenge Studio",
		address: "Ngong Road 5",
		city: "Nairobi",
		taxPin: "P051234567X",
		email: "amani@example.com",
		country: "Kenya",
	});
	expect(invoiceParty(contact, null)).toMatchObject({ name: "Amani Odhiambo", address: "Elsewhere 1" });
	const other = await sessions.viewer({ cookie: shop.otherSession.cookie }).customer();
	expect(other?.billing).toBeNull();
});

test("only the owner sees and removes phone numbers that paid", async () => {
	const { billingDetails } = testServices();
	const invoice = shop.rows.invoices.find(({ userId }) => userId === shop.demo.id);
	const insert = env.DB.prepare(
		"insert into payments (id, invoice_id, user_id, provider, method, callback_token, amount, currency, phone, state, expires_at, created_at, settled_at) values (?, ?, ?, 'sandbox', 'mpesa', ?, 1, 'KES', ?, ?, 0, 0, ?)",
	);
	await env.DB.batch([
		insert.bind("pay_a", invoice?.id ?? "", shop.demo.id, "a", "+254700000101", "succeeded", 10),
		insert.bind("pay_b", invoice?.id ?? "", shop.demo.id, "b", "+254700000101", "succeeded", 30),
		insert.bind("pay_c", invoice?.id ?? "", shop.demo.id, "c", "+254711000000", "succeeded", 20),
		insert.bind("pay_d", invoice?.id ?? "", shop.demo.id, "d", "+254722000000", "failed", null),
	]);
	const mine = [
		{ phone: "+254700000101", usedAt: 30 },
		{ phone: "+254711000000", usedAt: 20 },
	];
	expect(await billingDetails.phones(shop.demoSession.owner)).toEqual(mine);
	expect(await billingDetails.phones(shop.otherSession.owner)).toEqual([]);
	const refused = await billingDetails.removePhone(shop.otherSession.owner, "+254700000101");
	expect(refused).toMatchObject({ ok: false, error: { kind: "not_found" } });
	expect((await billingDetails.removePhone(shop.demoSession.owner, "+254700000101")).ok).toBe(true);
	expect(await billingDetails.phones(shop.demoSession.owner)).toEqual(mine.slice(1));
});
