import { type APIRequestContext, type APIResponse, request } from "@playwright/test";
import { type Customer, expect, linkIn, type Mail, newCustomer, type Shop, startShop, test } from "../support/shop";

test.describe.configure({ timeout: 240_000 });

/** Milliseconds from the start of a step to the kill: soon after it begins, and when much of it is done. */
const moments = [5, 60];

const receipt = /receipt|paid/i;

for (const moment of moments) {
	test(`a kill ${moment} ms into every step of a purchase loses and doubles nothing`, async () => {
		const { shop, end } = await startShop();
		const customer = newCustomer();
		const client = await request.newContext({ baseURL: shop.origin, extraHTTPHeaders: { Origin: shop.origin } });
		const killed = (step: () => Promise<APIResponse>) => killedOnce(shop, client, moment, step);
		try {
			await killed(() => register(client, customer));
			const mail = await sweptMail(shop, client, customer, /verify|confirm/i);
			const { search } = new URL(linkIn(mail, "token"));
			await killed(() => client.post(`/api/userauth/verify-email${search}`));
			await killed(() => signIn(client, customer));
			// The cookie may be lost with the response.
			expect((await signIn(client, customer)).status()).toBe(200);

			const domain = `fresh-kill-${moment}.co.ke`;
			const order = await orderOf(client, customer, domain);
			await killed(() => client.post("/checkout", { form: order }));
			const invoice = await only<{ id: string }>(
				shop,
				"SELECT i.id FROM invoices i JOIN users u ON u.id = i.user_id WHERE u.email = ?",
				customer.email,
			);
			const pay = () => client.post(`/pay/${invoice.id}`, { form: { method: "mpesa", phone: "0712345678" } });
			await killed(pay);
			const ref = await askedFor(shop, invoice.id, pay);
			await killed(() => client.post(`/sandbox/phone/${ref}`, { form: { answer: "approve" } }));

			await sweptMail(shop, client, customer, receipt);
			await expect
				.poll(() => swept(shop, "SELECT status FROM domains WHERE name = ?", domain), { timeout: 90_000 })
				.toEqual([{ status: "active" }]);
			expect(await all(shop, "SELECT state FROM invoices WHERE id = ?", invoice.id)).toEqual([{ state: "paid" }]);
			const asked = await all(shop, "SELECT amount FROM payments WHERE provider_ref = ?", ref);
			expect(await all(shop, "SELECT amount FROM ledger_entries WHERE invoice_id = ?", invoice.id)).toEqual(asked);
			expect(await all(shop, "SELECT kind FROM sandbox_operations WHERE name = ?", domain)).toHaveLength(1);
			const mails = (await inbox(client)).filter(({ to }) => to === customer.email);
			expect(mails.filter(({ subject }) => receipt.test(subject)).map(({ subject }) => subject)).toHaveLength(1);
		} finally {
			await client.dispose();
			await end();
		}
	});
}

/** Sends the step, kills the Worker during it, and sends it again as a customer would. */
async function killedOnce(
	shop: Shop,
	client: APIRequestContext,
	moment: number,
	step: () => Promise<APIResponse>,
): Promise<void> {
	const unanswered = step().catch(() => undefined);
	await new Promise((resolve) => setTimeout(resolve, moment));
	shop.kill();
	await unanswered;
	await expect
		.poll(
			() =>
				client.get("/api/status").then(
					(answer) => answer.ok(),
					() => false,
				),
			{ timeout: 30_000 },
		)
		.toBe(true);
	await makeWorkDue(shop);
	const again = await step();
	// A 4xx means that the killed step had already succeeded.
	expect(again.status(), await again.text()).toBeLessThan(500);
}

/** Makes all pending work due and ends the killed Worker's leases. Other tests cover the sweep's delays. */
async function makeWorkDue(shop: Shop): Promise<void> {
	const database = await shop.database();
	const earlier = [
		"outbox SET next_at = next_at - ?1, lease_until = lease_until - ?1",
		"jobs SET next_at = next_at - ?1, lease_until = lease_until - ?1",
	];
	const statements = [...earlier, "payments SET next_check_at = next_check_at - ?1"].map((set) =>
		database.prepare(`UPDATE ${set}`).bind(180_000),
	);
	await database.batch(statements);
}

/**
 * The provider's reference of the request. One that was killed between our books and the provider is sent anew once it
 * can't be on its way any more, when the customer asks again.
 */
async function askedFor(shop: Shop, invoiceId: string, askAgain: () => Promise<APIResponse>): Promise<string> {
	const sql = "SELECT provider_ref AS ref FROM payments WHERE invoice_id = ? AND provider_ref IS NOT NULL";
	let rows: unknown[] = [];
	await expect
		.poll(
			async () => {
				rows = await all(shop, sql, invoiceId);
				if (rows.length === 0) await askAgain();
				return rows.length;
			},
			{ timeout: 60_000, intervals: [0, 2_000] },
		)
		.toBe(1);
	return (rows as [{ ref: string }])[0].ref;
}

const register = (client: APIRequestContext, { email, password, firstName }: Customer) =>
	client.post("/api/userauth/register", {
		data: { firstName, lastName: "Wanjiru", country: "Kenya", email, password, terms: true },
	});

const signIn = (client: APIRequestContext, { email, password }: Customer) =>
	client.post("/api/userauth/login", { data: { email, password, remember: false } });

async function orderOf(client: APIRequestContext, customer: Customer, domain: string): Promise<Record<string, string>> {
	const items = [{ key: "1", productId: "domain-registration", domain, quantity: 1 }];
	const quoted = await client.post("/api/cart/quote", { data: { items, currency: "KES" } });
	expect(quoted.ok(), await quoted.text()).toBe(true);
	const { total } = await quoted.json();
	return {
		...{ firstName: customer.firstName, lastName: "Wanjiru", email: customer.email, phone: "+254712345678" },
		...{ company: "", address: "Moi Avenue 12", city: "Nairobi", country: "Kenya", promo: "" },
		idempotencyKey: crypto.randomUUID(),
		items: JSON.stringify(items),
		expectedTotal: String(total.amount),
	};
}

async function inbox(client: APIRequestContext): Promise<Mail[]> {
	return (await client.get("/dev/inbox.json")).json();
}

/** Waits for an email, running the sweep as the cron would. */
async function sweptMail(shop: Shop, client: APIRequestContext, { email }: Customer, subject: RegExp): Promise<Mail> {
	const find = async () => (await inbox(client)).find((mail) => mail.to === email && subject.test(mail.subject));
	await expect
		.poll(
			async () => {
				await shop.runCron("* * * * *");
				return (await find()) !== undefined;
			},
			{ message: `a mail to ${email} about ${subject}`, timeout: 90_000 },
		)
		.toBe(true);
	return (await find()) as Mail;
}

async function swept(shop: Shop, sql: string, value: string): Promise<unknown[]> {
	await shop.runCron("* * * * *");
	return all(shop, sql, value);
}

async function all(shop: Shop, sql: string, value: string): Promise<unknown[]> {
	const database = await shop.database();
	return (await database.prepare(sql).bind(value).all()).results;
}

async function first<Row>(shop: Shop, sql: string, value: string): Promise<Row> {
	const [row] = await all(shop, sql, value);
	expect(row, sql).toBeDefined();
	return row as Row;
}

async function only<Row>(shop: Shop, sql: string, value: string): Promise<Row> {
	expect(await all(shop, sql, value)).toHaveLength(1);
	return first(shop, sql, value);
}
