import type { Page } from "@playwright/test";
import { type Customer, expect, type Shop } from "./shop";

let names = 0;

export type Item = { readonly productId: string; readonly domain?: string; readonly term?: "annual" | "monthly" };

/** A name that is available at the sandbox registry. */
export const availableName = () => `fresh-${process.pid}-${Date.now().toString(36)}-${names++}.co.ke`;

/** Places an order without the pages before the payment, and opens its payment page. Returns that page's path. */
export async function openUnpaidOrder(
	page: Page,
	shop: Shop,
	{ email, firstName }: Pick<Customer, "email" | "firstName">,
	items: readonly Item[],
	promo = "",
): Promise<string> {
	const headers = { Origin: shop.origin };
	const keyed = items.map((item, index) => ({ ...item, key: String(index), quantity: 1 }));
	const quoted = await page.request.post("/api/cart/quote", {
		headers,
		data: { currency: "KES", items: keyed, promo: promo || null },
	});
	expect(quoted.ok(), await quoted.text()).toBe(true);
	const { total } = await quoted.json();
	const placed = await page.request.post("/checkout", {
		headers,
		form: {
			...{ firstName, lastName: "Wanjiru", email, company: "", phone: "+254712345678" },
			...{ address: "Moi Avenue 12", city: "Nairobi", country: "Kenya", promo },
			idempotencyKey: crypto.randomUUID(),
			items: JSON.stringify(keyed),
			expectedTotal: String(total.amount),
		},
	});
	expect(placed.ok(), await placed.text()).toBe(true);
	const [invoice] = await (await shop.database())
		.prepare(
			"SELECT i.id FROM invoices i JOIN users u ON u.id = i.user_id WHERE u.email = ? ORDER BY i.issued_at DESC LIMIT 1",
		)
		.bind(email)
		.all<{ id: string }>()
		.then(({ results }) => results);
	const path = `/pay/${invoice?.id}`;
	await page.goto(path);
	return path;
}
