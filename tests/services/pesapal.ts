import { Hono } from "hono";
import { createFaults } from "./faults";

export const pesapalAccount = {
	environment: "sandbox",
	consumerKey: "consumer-key",
	consumerSecret: "consumer-secret",
	notificationId: "fe078e53-78da-4a83-aa89-e7ded5c456e6",
	callbackToken: "0123456789abcdef0123456789abcdef",
} as const;

type Json = Record<string, unknown>;

interface Order {
	readonly trackingId: string;
	readonly reference: string;
	readonly amount: number;
	readonly currency: string;
	/** 0 invalid, 1 completed, 2 failed, 3 reversed. Null until the customer has paid. */
	code: number | null;
	confirmation: string;
	description: string;
	byPhone: boolean;
	/** A cancelled order can't be paid. */
	isCancelled: boolean;
}

/** Unique among all servers, because tests share a database. */
let last = 0;

/**
 * Pesapal's API 3.0 as developer.pesapal.com says: tokens for five minutes, references that are used once, an unpaid order
 * that is the error "payment_details_not_found", successful answers with an empty error object, notices that are unsigned
 * and have no status, one refund for each payment, and unpaid orders that can be cancelled once. State in memory.
 */
export function createPesapalServer({ clock }: { readonly clock: () => number }) {
	const orders = new Map<string, Order>();
	const refunds: Json[] = [];
	const calls: { readonly path: string; readonly body: Json }[] = [];
	let token: { readonly value: string; readonly until: number } | null = null;
	const addresses: Json[] = [{ ipn_id: pesapalAccount.notificationId, url: "https://kikoa.test", ipn_status: 1 }];
	const app = new Hono().basePath("/pesapalv3/api");
	const noError = { error_type: null, code: null, message: null };
	const refuse = (status: number, code: string, message: string) =>
		Response.json({ error: { error_type: "api_error", code, message }, status: "500" }, { status });

	app.post("/Auth/RequestToken", async (c) => {
		const { consumer_key, consumer_secret } = await c.req.json<Json>();
		if (consumer_key !== pesapalAccount.consumerKey || consumer_secret !== pesapalAccount.consumerSecret)
			return refuse(200, "invalid_consumer_key_or_secret_provided", "");
		token = { value: `token-${++last}`, until: clock() + 300_000 };
		const expiryDate = `${new Date(token.until).toISOString().slice(0, 19)}.5177702Z`;
		return c.json({
			token: token.value,
			expiryDate,
			error: null,
			status: "200",
			message: "Request processed successfully",
		});
	});

	app.use("*", async (c, next) => {
		if (!token || clock() >= token.until || c.req.header("Authorization") !== `Bearer ${token.value}`)
			return refuse(401, "invalid_api_credentials", "Unauthorized");
		calls.push({ path: c.req.path, body: c.req.method === "POST" ? await c.req.json<Json>() : {} });
		return next();
	});

	app.post("/URLSetup/RegisterIPN", async (c) => {
		const { url } = await c.req.json<Json>();
		const address = { url, ipn_id: `ipn-${++last}`, ipn_notification_type_description: "POST", ipn_status: 1 };
		addresses.push(address);
		return c.json({ ...address, error: null, status: "200" });
	});

	app.get("/URLSetup/GetIpnList", (c) => c.json(addresses));

	app.post("/Transactions/SubmitOrderRequest", async (c) => {
		const { id, amount, currency, notification_id, description } = await c.req.json<Json>();
		if (!/^[\w.:-]{1,50}$/.test(String(id))) return refuse(400, "invalid_id", "Invalid merchant reference");
		if (String(description).length > 100) return refuse(400, "invalid_description", "Description is too long");
		if (!addresses.some(({ ipn_id }) => ipn_id === notification_id))
			return refuse(400, "InvalidIpnId", "Invalid IPN URL ID");
		if (!(Number(amount) > 0)) return refuse(400, "amount_exceeds_default_limit", "Invalid amount");
		if ([...orders.values()].some(({ reference }) => reference === id))
			return refuse(400, "duplicate_order", "Merchant reference is not unique");
		const order: Order = {
			...{ trackingId: crypto.randomUUID(), reference: String(id), amount: Number(amount), currency: String(currency) },
			...{ code: null, confirmation: "", description: "", byPhone: false, isCancelled: false },
		};
		orders.set(order.trackingId, order);
		const redirect_url = `https://cybqa.pesapal.com/pesapaliframe/PesapalIframe3/Index/?OrderTrackingId=${order.trackingId}`;
		return c.json({
			...{ order_tracking_id: order.trackingId, merchant_reference: id, redirect_url, error: null, status: "200" },
		});
	});

	app.get("/Transactions/GetTransactionStatus", (c) => {
		const order = orders.get(c.req.query("orderTrackingId") ?? "");
		if (!order) return refuse(400, "invalid_order_tracking_id", "Invalid order");
		if (order.code === null) {
			const error = { error_type: "api_error", code: "payment_details_not_found", message: "Pending Payment" };
			return c.json({ amount: 0, status_code: 0, payment_status_description: "INVALID", error, status: "500" }, 500);
		}
		const { amount, currency, reference, code, confirmation, description } = order;
		return c.json({
			...{ payment_method: "Visa", amount, currency, merchant_reference: reference, confirmation_code: confirmation },
			...{ status_code: code, payment_status_description: ["Invalid", "Completed", "Failed", "Reversed"][code] },
			...{ description, message: "Request processed successfully", error: noError, status: "200" },
		});
	});

	app.post("/Transactions/CancelOrder", async (c) => {
		const order = orders.get(String((await c.req.json<Json>()).order_tracking_id));
		if (!order || order.isCancelled || order.code === 1 || order.code === 3)
			return c.json({ status: "500", message: "Order could not be cancelled." });
		order.isCancelled = true;
		return c.json({ status: "200", message: "Order successfully cancelled." });
	});

	app.post("/Transactions/RefundRequest", async (c) => {
		const body = await c.req.json<Json>();
		const order = [...orders.values()].find(({ confirmation }) => confirmation === body.confirmation_code);
		if (order?.code !== 1) return c.json({ status: "500", message: "Payment is not completed" });
		if (refunds.some(({ confirmation_code }) => confirmation_code === body.confirmation_code))
			return refuse(200, "refund_exists", "A refund request already exists for this payment");
		if (order.byPhone && Number(body.amount) !== order.amount)
			return refuse(200, "invalid_amount", "Mobile payments can only be refunded in full");
		refunds.push(body);
		return c.json({ status: "200", message: "Refund request successfully" });
	});

	const faults = createFaults((request) => app.fetch(request));

	return {
		fetch: (request: Request) => faults.fetch(request),
		faults,
		calls,
		orders: () => [...orders.values()],
		refunds,
		addresses,
		cancelToken: () => {
			token = null;
		},
		/** The order ends. Returns the notice, which does not say how. */
		decide(trackingId: string, code: number, more: Partial<Order> = {}) {
			const order = orders.get(trackingId);
			if (!order) throw new Error(`No order ${trackingId}`);
			if (order.isCancelled && code === 1) throw new Error("The order is cancelled");
			Object.assign(order, { code, confirmation: order.confirmation || `PSP${++last}`, ...more });
			const notice = {
				OrderNotificationType: "IPNCHANGE",
				...{ OrderTrackingId: trackingId, OrderMerchantReference: order.reference },
			};
			return new TextEncoder().encode(JSON.stringify(notice));
		},
	};
}
