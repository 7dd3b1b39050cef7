import { Hono } from "hono";
import { hmacSha512Hex } from "~/lib/hmac";
import { createFaults } from "./faults";

export const paystackKey = "sk_test_0123456789abcdef";

/** How the bank answers a charge of a saved card. `pending`: later. `challenge`, `open_url`, `otp`: the customer confirms. */
export type SavedCardAnswer = "success" | "failed" | "pending" | "challenge" | "open_url" | "otp";

type Json = Record<string, unknown>;

interface Card {
	readonly code: string;
	readonly email: string;
	readonly last4: string;
	readonly reusable: boolean;
	active: boolean;
	answer: SavedCardAnswer;
}

interface Transaction {
	readonly id: number;
	readonly reference: string;
	readonly email: string;
	readonly amount: number;
	readonly currency: string;
	readonly channel: "card" | "mobile_money";
	readonly phone?: string;
	readonly at: number;
	status: "abandoned" | "success" | "failed" | "pending" | "ongoing" | "reversed" | "reversal-pending";
	reason: string | null;
	/** With the fee, if the customer pays it. */
	paid: number;
	card: Card | null;
}

interface Refund {
	readonly id: number;
	readonly transaction: number;
	readonly amount: number;
	readonly merchant_note: string;
	status: "pending" | "processed" | "failed" | "needs-attention";
}

/** Numbers are unique among all servers, because tests share a database. */
let last = 4_099_260_000;

export type PaystackServer = ReturnType<typeof createPaystackServer>;

/**
 * Paystack as its documentation (paystack.com/docs/api) and its recorded answers (github.com/PaystackOSS/doc-code-snippets)
 * say: references that are used once, transactions that are "abandoned" until the customer pays, saved cards that are
 * bound to an email, refunds without an idempotency key that are listed by the transaction's number only. State in memory.
 */
export function createPaystackServer({ clock }: { readonly clock: () => number }) {
	const transactions = new Map<string, Transaction>();
	const cards = new Map<string, Card>();
	const refunds: Refund[] = [];
	const calls: { readonly path: string; readonly body: Json }[] = [];
	const currencies = ["KES", "USD"];

	const app = new Hono();
	const refuse = (status: number, message: string, code: string) =>
		Response.json({ status: false, message, meta: { nextStep: "" }, type: "validation_error", code }, { status });
	const answer = (message: string, data: unknown) => Response.json({ status: true, message, data });

	app.use("*", async (c, next) => {
		if (c.req.header("Authorization") !== `Bearer ${paystackKey}`) return refuse(401, "Invalid key", "invalid_Key");
		calls.push({ path: c.req.path, body: c.req.method === "POST" ? await c.req.json<Json>() : {} });
		return next();
	});

	/** Checks what all kinds of charges have in common. */
	function create(
		body: Json,
		channel: Transaction["channel"],
		more: Partial<Transaction> = {},
	): Transaction | Response {
		const { email, amount, currency, reference } = body;
		if (!/^[^@\s]+@[^@\s]+$/.test(String(email))) return refuse(400, "Invalid Email Address Passed", "invalid_email");
		if (!Number.isInteger(Number(amount)) || Number(amount) <= 0)
			return refuse(400, "Invalid Amount Sent", "invalid_params");
		if (!currencies.includes(String(currency)))
			return refuse(400, "Currency not supported by merchant", "unsupported_currency");
		if (!/^[a-zA-Z0-9.=-]+$/.test(String(reference)))
			return refuse(400, "Invalid transaction reference", "invalid_params");
		if (transactions.has(String(reference)))
			return refuse(400, "Duplicate Transaction Reference", "duplicate_reference");
		const transaction: Transaction = {
			...{ id: ++last, reference: String(reference), email: String(email), amount: Number(amount) },
			...{ currency: String(currency), channel, at: clock(), status: "abandoned", reason: null },
			...{ paid: Number(amount), card: null, ...more },
		};
		transactions.set(transaction.reference, transaction);
		return transaction;
	}

	app.post("/transaction/initialize", async (c) => {
		const body = await c.req.json<Json>();
		if (typeof body.metadata !== "string") return refuse(400, "Invalid metadata", "invalid_params");
		const created = create(body, "card");
		if (created instanceof Response) return created;
		const { reference } = created;
		const access_code = `access${created.id}`;
		const authorization_url = `https://checkout.paystack.com/${access_code}`;
		return answer("Authorization URL created", { authorization_url, access_code, reference });
	});

	app.post("/charge", async (c) => {
		const body = await c.req.json<Json & { mobile_money?: { phone?: string; provider?: string } }>();
		const { phone = "", provider } = body.mobile_money ?? {};
		if (provider !== "mpesa") return refuse(400, "Invalid provider", "invalid_params");
		if (Number(body.amount) % 100 !== 0) return refuse(400, "Invalid amount", "invalid_params");
		const created = create(body, "mobile_money", { phone, status: "pending" });
		if (created instanceof Response) return created;
		const { reference } = created;
		if (!/^\+2547\d{8}$/.test(phone)) {
			Object.assign(created, { status: "failed", reason: "Invalid phone number" });
			return answer("Charge attempted", { reference, status: "failed", message: "Invalid phone number" });
		}
		const display_text = "Please complete authorization process on your mobile phone";
		return answer("Charge attempted", { reference, status: "pay_offline", display_text });
	});

	app.post("/transaction/charge_authorization", async (c) => {
		const body = await c.req.json<Json>();
		const card = cards.get(String(body.authorization_code));
		if (!card) return refuse(400, "Authorization code is invalid", "invalid_params");
		if (!card.active || !card.reusable || card.email !== body.email) {
			const message =
				"Email does not match Authorization code. Authorization may be inactive or belong to a different email. Please confirm.";
			return refuse(400, message, "invalid_params");
		}
		const created = create(body, "card", { card });
		if (created instanceof Response) return created;
		return answerOfBank(created, card.answer);
	});

	function answerOfBank(transaction: Transaction, bank: SavedCardAnswer): Response {
		const { reference } = transaction;
		const url = `https://checkout.paystack.com/resume/access${transaction.id}`;
		switch (bank) {
			case "success":
				transaction.status = "success";
				return answer("Charge attempted", dataOf(transaction));
			case "failed":
				Object.assign(transaction, { status: "failed", reason: "Insufficient Funds" });
				return answer("Charge attempted", dataOf(transaction));
			case "pending":
				transaction.status = "pending";
				return answer("Charge attempted", { reference, status: "pending" });
			case "challenge":
				return answer("Please, redirect your customer to the authorization url provided", {
					...{ authorization_url: url, reference, access_code: `access${transaction.id}`, paused: true },
				});
			case "open_url":
				transaction.status = "ongoing";
				return answer("Charge attempted", { reference, url, status: "open_url" });
			case "otp":
				transaction.status = "ongoing";
				return answer("Charge attempted", { reference, status: "send_otp", display_text: "Please send OTP" });
		}
	}

	app.get("/transaction/verify/:reference", (c) => {
		const found = transactions.get(c.req.param("reference"));
		if (!found) return refuse(400, "Transaction reference not found.", "transaction_not_found");
		return answer("Verification successful", dataOf(found));
	});

	app.post("/customer/authorization/deactivate", async (c) => {
		const card = cards.get(String((await c.req.json<Json>()).authorization_code));
		if (!card?.active) return refuse(404, "Authorization code not found.", "not_found");
		card.active = false;
		return Response.json({ status: true, message: "Authorization has been deactivated" });
	});

	app.post("/refund", async (c) => {
		const { transaction, amount, currency, merchant_note } = await c.req.json<Json>();
		const paid = transactions.get(String(transaction));
		if (!paid || !["success", "reversal-pending"].includes(paid.status))
			return refuse(400, "Transaction not found or not successful", "invalid_params");
		if (currency !== paid.currency)
			return refuse(400, "Transaction currency must match refund currency", "invalid_params");
		const earlier = refunds.filter((one) => one.transaction === paid.id && one.status !== "failed");
		if (earlier.reduce((sum, one) => sum + one.amount, Number(amount)) > paid.paid)
			return refuse(400, "Total refund amount cannot exceed original transaction amount", "invalid_params");
		const refund: Refund = {
			...{ id: ++last, transaction: paid.id, amount: Number(amount) },
			...{ merchant_note: String(merchant_note), status: "pending" },
		};
		refunds.push(refund);
		paid.status = "reversal-pending";
		return answer("Refund has been queued for processing", { ...refund, transaction: dataOf(paid), currency });
	});

	app.get("/refund", (c) => {
		// A reference instead of the number finds nothing, and is no error.
		const listed = refunds.filter(({ transaction }) => String(transaction) === c.req.query("transaction"));
		return answer("Refunds retrieved", listed);
	});

	app.get("/refund/:id", (c) => {
		const found = refunds.find(({ id }) => String(id) === c.req.param("id"));
		return found ? answer("Refund retrieved", found) : refuse(404, "Refund not found", "not_found");
	});

	app.get("/balance", () =>
		answer(
			"Balances retrieved",
			currencies.map((currency) => ({ currency, balance: 0 })),
		),
	);

	function theTransaction(reference: string): Transaction {
		const found = transactions.get(reference);
		if (!found) throw new Error(`No transaction ${reference}`);
		return found;
	}

	function eventOf(event: string, data: unknown, key = paystackKey) {
		const raw = new TextEncoder().encode(JSON.stringify({ event, data }));
		return { raw, headers: new Headers({ "x-paystack-signature": hmacSha512Hex(key, raw) }) };
	}

	const refundMessage = (reference: string, amount: number) =>
		eventOf("refund.processed", {
			...{ status: "processed", transaction_reference: reference, refund_reference: null },
			...{
				amount: String(amount),
				currency: theTransaction(reference).currency,
				processor: "mpgs_kes",
				domain: "test",
			},
		});

	const faults = createFaults((request) => app.fetch(request));

	return {
		fetch: (request: Request) => faults.fetch(request),
		faults,
		calls,
		transactions: () => [...transactions.values()],
		refunds,
		cards: () => [...cards.values()],
		/** Paystack has not enabled cards in dollars. */
		takeShillingsOnly: () => currencies.splice(0, currencies.length, "KES"),
		/** The customer pays on the page, with a card that may be saved. */
		payPage(
			reference: string,
			{ last4 = "4081", reusable = true, fee = 0, answer = "success" as SavedCardAnswer } = {},
		) {
			const transaction = theTransaction(reference);
			const { email, amount, id } = transaction;
			// A new code each time, although the card is the same.
			const card: Card = { code: `AUTH_${id}`, email, last4, reusable, active: true, answer };
			cards.set(card.code, card);
			Object.assign(transaction, { status: "success", card, paid: amount + fee });
			return eventOf("charge.success", dataOf(transaction));
		},
		/** The customer answers the request on the phone, or the bank decides later. */
		decide(reference: string, status: Transaction["status"], reason: string | null = null) {
			const transaction = Object.assign(theTransaction(reference), { status, reason });
			return eventOf("charge.success", dataOf(transaction));
		},
		eventOf,
		/** Staff refund a part of a transaction in the dashboard. Returns the message, which has no number of the refund. */
		refundInDashboard(reference: string, amount: number, status: Refund["status"] = "processed") {
			const transaction = theTransaction(reference);
			refunds.push({ id: ++last, transaction: transaction.id, amount, merchant_note: "Refunded by Neema", status });
			return refundMessage(reference, amount);
		},
		/** Paystack has processed a refund. */
		processRefund(reference: string) {
			const refund = refunds.find(({ transaction }) => transaction === theTransaction(reference).id);
			if (!refund) throw new Error("no refund");
			refund.status = "processed";
			return refundMessage(reference, refund.amount);
		},
		/** The customer's bank disputes a transaction, or the dispute goes on. */
		dispute(reference: string, event: "create" | "remind" | "resolve", disputeId: number, dueAt: string) {
			const { id, amount, currency } = theTransaction(reference);
			const status = event === "resolve" ? "resolved" : "awaiting-merchant-feedback";
			return eventOf(`charge.dispute.${event}`, {
				...{ id: disputeId, refund_amount: amount, currency, status, resolution: null, domain: "test" },
				...{ transaction: { id, reference, amount, currency }, category: "chargeback", dueAt, resolvedAt: null },
			});
		},
		/** The message about a transaction, with some fields replaced. */
		messageAbout: (reference: string, changes: Json = {}) =>
			eventOf("charge.success", { ...dataOf(theTransaction(reference)), ...changes }),
	};
}

/** As in the documented answer of `/transaction/verify`. */
function dataOf({
	id,
	status,
	reference,
	paid,
	amount,
	currency,
	channel,
	at,
	reason,
	card,
	email,
	phone,
}: Transaction) {
	const signature = card && `SIG_${card.last4}`;
	return {
		...{
			id,
			domain: "test",
			status,
			reference,
			receipt_number: null,
			amount: paid,
			requested_amount: amount,
			currency,
		},
		...{
			message: null,
			gateway_response: reason ?? (status === "success" ? "Successful" : "The transaction was not completed"),
		},
		...{ paid_at: null, created_at: new Date(at).toISOString(), channel, ip_address: null, metadata: "", log: null },
		authorization: card
			? {
					...{ authorization_code: card.code, bin: "408408", last4: card.last4, exp_month: "12", exp_year: "2034" },
					...{ channel: "card", card_type: "visa ", bank: "TEST BANK", country_code: "KE", brand: "visa" },
					...{ reusable: card.reusable, signature, account_name: null },
				}
			: phone && status === "success"
				? {
						...{ authorization_code: `AUTH_${id}`, bin: "254XXX", last4: "X149", exp_month: "12", exp_year: "9999" },
						...{ channel: "mobile_money", brand: "M-pesa", reusable: false, signature: null },
					}
				: {},
		customer: { id: 181_873_746, email, customer_code: "CUS_1rkzaqsv4rrhqo6", phone: null },
	};
}
