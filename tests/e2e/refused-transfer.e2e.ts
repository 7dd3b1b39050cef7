import { axe } from "../support/axe";
import { expect, fitsWidth, type Shop, test } from "../support/shop";

let transfers = 0;

/** A paid transfer whose authorization code the registry refused. */
async function aRefusedTransfer(shop: Shop, userId: string) {
	transfers += 1;
	const name = `taken-away-${transfers}.com`;
	const database = await shop.database();
	const now = Date.now();
	const id = `${userId.slice(4, 14)}${transfers}`;
	const contact = JSON.stringify({ firstName: "Achieng", lastName: "Otieno", email: "achieng@example.com" });
	const money = ["KES", 100_000, 0, 8_000, 0, 108_000] as const;
	await database.batch([
		database
			.prepare(
				`INSERT INTO orders (id, user_id, idempotency_key, request_hash, state, currency, subtotal, discount, tax, shipping, total, contact, created_at, paid_at)
				VALUES (?, ?, ?, '', 'paid', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			)
			.bind(`ord_${id}`, userId, id, ...money, contact, now, now),
		database
			.prepare(
				`INSERT INTO order_lines (id, order_id, position, product_id, kind, name, domain, quantity, unit_amount, amount, details)
				VALUES (?, ?, 0, 'domain-transfer', 'transfer', ?, ?, 1, 100000, 100000, '{"authCode":"wrong-code-1"}')`,
			)
			.bind(`lin_${id}`, `ord_${id}`, `Transfer of ${name}`, name),
		database
			.prepare(
				`INSERT INTO invoices (id, number, order_id, user_id, state, currency, subtotal, discount, tax, shipping, total, billed_to, issued_at, due_at, paid_at)
				VALUES (?, ?, ?, ?, 'paid', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			)
			.bind(`inv_${id}`, id, `ord_${id}`, userId, ...money, contact, now, now, now),
		database
			.prepare(
				`INSERT INTO ledger_entries (id, user_id, invoice_id, kind, provider, receipt, amount, currency, created_at)
				VALUES (?, ?, ?, 'payment', 'sandbox', ?, 108000, 'KES', ?)`,
			)
			.bind(`led_${id}`, userId, `inv_${id}`, id, now),
		database
			.prepare(
				`INSERT INTO domains (id, user_id, name, tld, status, order_line_id, nameservers, created_at, updated_at)
				VALUES (?, ?, ?, 'com', 'transfer_in', ?, '[]', ?, ?)`,
			)
			.bind(`dom_${id}`, userId, name, `lin_${id}`, now, now),
		database
			.prepare(
				`INSERT INTO jobs (id, order_id, order_line_id, user_id, kind, state, needs, payload, message, next_at, created_at, updated_at)
				VALUES (?, ?, ?, ?, 'transfer_domain', 'action_required', 'auth_code', '{}', ?, ?, ?, ?)`,
			)
			.bind(
				...[`job_${id}`, `ord_${id}`, `lin_${id}`, userId],
				`The authorization code for ${name} was not accepted. Ask your current registrar for a new one and enter it on the domain's page.`,
				...[now, now, now],
			),
	]);
	return { name, domain: `/dashboard/domains/dom_${id}`, order: `/orders/ord_${id}`, jobId: `job_${id}` };
}

test("a transfer refused for its code asks for another one on the domain's page", { tag: "@both" }, async ({
	page,
	fresh,
	shop,
	javaScriptEnabled,
	expectConsoleError,
}) => {
	// A malformed code is refused.
	expectConsoleError(/400/);
	const { id } = await fresh();
	const transfer = await aRefusedTransfer(shop, id);
	await page.setViewportSize({ width: 360, height: 800 });
	await page.goto(transfer.order);
	await expect(page.getByText("Needs a new code")).toBeVisible();
	await fitsWidth(page);
	await page.getByRole("link", { name: "Open the domain" }).click();
	await expect(page).toHaveURL(transfer.domain);
	await expect(page.getByRole("heading", { name: "We need another authorization code" })).toBeVisible();
	await fitsWidth(page);
	if (javaScriptEnabled) await axe(page);
	const code = page.getByLabel("New authorization code");
	await code.fill("not a code");
	await page.getByRole("button", { name: "Try again" }).click();
	await expect(page.getByText("An authorization code has no spaces.")).toBeVisible();
	await code.fill("K9-abcdef");
	await page.getByRole("button", { name: "Try again" }).click();
	await expect(page.getByRole("heading", { name: "We need another authorization code" })).toBeHidden();
	await expect
		.poll(async () => {
			const database = await shop.database();
			return (await database.prepare("SELECT needs, round FROM jobs WHERE id = ?").bind(transfer.jobId).first()) ?? {};
		})
		.toEqual({ needs: null, round: 1 });
});

test("a refused transfer returns the money as credit with one press", { tag: "@both" }, async ({
	page,
	fresh,
	shop,
	expectConsoleError,
}) => {
	// The domain is no longer in the account.
	expectConsoleError(/404/);
	const { id } = await fresh();
	const transfer = await aRefusedTransfer(shop, id);
	await page.setViewportSize({ width: 360, height: 800 });
	await page.goto(transfer.domain);
	await page.getByRole("button", { name: "Get the money back as credit" }).click();
	await expect(page).toHaveURL(transfer.order);
	await expect(page.getByText("We added Ksh 1,080 to your credit")).toBeVisible();
	await fitsWidth(page);
	await page.goto(transfer.domain);
	await expect(page.getByRole("heading", { name: "We need another authorization code" })).toHaveCount(0);
});
