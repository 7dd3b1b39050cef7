import { Hono } from "hono";
import { hmacSha256Hex } from "~/lib/hmac";
import { createFaults } from "./faults";

export const payPalAccount = {
	environment: "sandbox",
	clientId: "client-id",
	clientSecret: "client-secret",
	webhookId: "1JE4291016473214C",
} as const;

type Json = Record<string, unknown>;
type Amount = { readonly currency_code: string; readonly value: string };

interface Capture {
	readonly id: string;
	readonly orderId: string;
	readonly amount: Amount;
	status: "COMPLETED" | "PENDING" | "DECLINED" | "REFUNDED" | "PARTIALLY_REFUNDED";
	reason?: string;
}

interface Order {
	readonly id: string;
	readonly unit: Json & { readonly amount: Amount };
	readonly returnUrl: string;
	status: "PAYER_ACTION_REQUIRED" | "APPROVED" | "COMPLETED";
	updatedAt: number;
	readonly createdAt: number;
}

interface Refund {
	readonly id: string;
	readonly captureId: string;
	readonly cents: number;
	readonly custom_id?: string;
	status: "COMPLETED" | "PENDING" | "FAILED";
}

const HOUR = 3_600_000;

const cents = ({ value }: Amount): number => Math.round(Number(value) * 100);

/**
 * PayPal as its documentation and its OpenAPI files say (developer.paypal.com/api): orders, captures, refunds, ids of
 * requests that are answered again, and webhooks whose signature covers the bytes of the message. State in memory.
 */
export function createPayPalServer({ clock }: { readonly clock: () => number }) {
	let last = 0;
	let token: { readonly value: string; readonly until: number } | null = null;
	let tokensIssued = 0;
	/** What the next captures do instead of completing. */
	const nextCaptures: { readonly issue?: string; readonly pending?: string }[] = [];
	const nextRefunds: ("PENDING" | { readonly issue: string })[] = [];
	const orders = new Map<string, Order>();
	const captures = new Map<string, Capture>();
	const refunds = new Map<string, Refund>();
	/** Answers by the id of the request, for six hours. */
	const answered = new Map<string, { readonly path: string; readonly body: Json; readonly until: number }>();
	const calls: { readonly method: string; readonly path: string; readonly body: string; readonly requestId: string }[] =
		[];
	const id = () =>
		`${String(++last).padStart(4, "0")}A${crypto.randomUUID().slice(0, 12).replaceAll("-", "").toUpperCase()}`;

	const app = new Hono();
	const refused = (status: number, name: string, issue?: string, description = "") =>
		Response.json(
			{
				name,
				message: `${name} happened.`,
				debug_id: `debug-${++last}`,
				...(issue && { details: [{ issue, description }] }),
				links: [{ href: "https://developer.paypal.com/docs/api", rel: "information_link" }],
			},
			{ status },
		);
	const unprocessable = (issue: string) => refused(422, "UNPROCESSABLE_ENTITY", issue, `About ${issue}.`);
	const notFound = () =>
		refused(404, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID", "Specified resource ID does not exist.");

	app.post("/v1/oauth2/token", async (c) => {
		const { clientId, clientSecret } = payPalAccount;
		const isKnown = c.req.header("Authorization") === `Basic ${btoa(`${clientId}:${clientSecret}`)}`;
		if (!isKnown || (await c.req.text()) !== "grant_type=client_credentials")
			return c.json({ error: "invalid_client", error_description: "Client Authentication failed" }, 401);
		token = { value: `token-${++tokensIssued}`, until: clock() + 9 * HOUR };
		return c.json({ scope: "", access_token: token.value, token_type: "Bearer", app_id: "APP-1", expires_in: 32_400 });
	});

	app.use("*", async (c, next) => {
		const isValid = token && clock() < token.until && c.req.header("Authorization") === `Bearer ${token.value}`;
		if (!isValid)
			return c.json({ error: "invalid_token", error_description: "Token signature verification failed" }, 401);
		const requestId = c.req.header("PayPal-Request-Id");
		const known = requestId === undefined ? undefined : answered.get(requestId);
		if (known && known.path === c.req.path && known.until > clock()) return c.json(known.body, 200);
		await next();
		if (requestId !== undefined && c.res.ok)
			answered.set(requestId, {
				path: c.req.path,
				body: (await c.res.clone().json()) as Json,
				until: clock() + 6 * HOUR,
			});
		return undefined;
	});

	const link = (order: Order) => `https://www.sandbox.paypal.com/checkoutnow?token=${order.id}`;
	const captureView = ({ id: captureId, status, amount, reason, orderId }: Capture): Json => ({
		id: captureId,
		status,
		...(reason && { status_details: { reason } }),
		amount,
		final_capture: true,
		supplementary_data: { related_ids: { order_id: orderId } },
	});
	/** The short form, unless the caller prefers the whole. */
	function orderView(order: Order, prefer: string | undefined): Json {
		const links = [{ href: link(order), rel: "payer-action", method: "GET" }];
		const { id: orderId, status, unit } = order;
		if (prefer !== "return=representation") return { id: orderId, status, links };
		const made = [...captures.values()].filter((capture) => capture.orderId === orderId);
		return {
			id: orderId,
			status,
			intent: "CAPTURE",
			update_time: new Date(order.updatedAt).toISOString(),
			purchase_units: [{ ...unit, ...(made.length > 0 && { payments: { captures: made.map(captureView) } }) }],
			links,
		};
	}
	const findOrder = (orderId: string) => {
		const order = orders.get(orderId);
		const isForgotten = order && order.status !== "COMPLETED" && order.createdAt + 3 * HOUR <= clock();
		return isForgotten ? undefined : order;
	};

	app.post("/v2/checkout/orders", async (c) => {
		const body = await c.req.json<{
			intent: string;
			purchase_units: Order["unit"][];
			payment_source: { paypal: { experience_context: { return_url: string } } };
		}>();
		const [unit] = body.purchase_units;
		if (body.intent !== "CAPTURE" || !unit) return refused(400, "INVALID_REQUEST", "MISSING_REQUIRED_PARAMETER");
		if (!/^\d+\.\d\d$/.test(unit.amount.value)) return unprocessable("DECIMAL_PRECISION");
		if (unit.amount.currency_code !== "USD") return unprocessable("CURRENCY_NOT_SUPPORTED");
		const order: Order = {
			id: id(),
			unit,
			returnUrl: body.payment_source.paypal.experience_context.return_url,
			status: "PAYER_ACTION_REQUIRED",
			createdAt: clock(),
			updatedAt: clock(),
		};
		orders.set(order.id, order);
		return c.json(orderView(order, c.req.header("Prefer")), 201);
	});

	app.get("/v2/checkout/orders/:id", (c) => {
		const order = findOrder(c.req.param("id"));
		return order ? c.json(orderView(order, "return=representation")) : notFound();
	});

	app.post("/v2/checkout/orders/:id/capture", (c) => {
		const order = findOrder(c.req.param("id"));
		if (!order) return notFound();
		if (order.status === "COMPLETED") return unprocessable("ORDER_ALREADY_CAPTURED");
		if (order.status !== "APPROVED") return unprocessable("ORDER_NOT_APPROVED");
		const { issue, pending } = nextCaptures.shift() ?? {};
		if (issue === "PAYER_ACTION_REQUIRED") order.status = "PAYER_ACTION_REQUIRED";
		if (issue) return unprocessable(issue);
		const capture: Capture = {
			id: id(),
			orderId: order.id,
			amount: order.unit.amount,
			status: pending ? "PENDING" : "COMPLETED",
			...(pending && { reason: pending }),
		};
		captures.set(capture.id, capture);
		order.status = "COMPLETED";
		order.updatedAt = clock();
		return c.json(orderView(order, c.req.header("Prefer")), 201);
	});

	app.post("/v2/payments/captures/:id/refund", async (c) => {
		const capture = captures.get(c.req.param("id"));
		if (!capture) return notFound();
		const { amount, custom_id } = await c.req.json<{ amount: Amount; custom_id?: string }>();
		const before = [...refunds.values()].filter(({ captureId }) => captureId === capture.id);
		const total = before.reduce((sum, refund) => sum + refund.cents, cents(amount));
		if (total > cents(capture.amount)) return unprocessable("REFUND_AMOUNT_EXCEEDED");
		const planned = nextRefunds.shift() ?? "COMPLETED";
		if (typeof planned === "object") return unprocessable(planned.issue);
		const refund: Refund = { id: id(), captureId: capture.id, cents: cents(amount), status: planned, custom_id };
		refunds.set(refund.id, refund);
		capture.status = total === cents(capture.amount) ? "REFUNDED" : "PARTIALLY_REFUNDED";
		return c.json(refundView(refund), 201);
	});

	app.get("/v2/payments/refunds/:id", (c) => {
		const refund = refunds.get(c.req.param("id"));
		return refund ? c.json(refundView(refund)) : notFound();
	});

	app.get("/v1/notifications/webhooks/:id", (c) => {
		if (c.req.param("id") !== payPalAccount.webhookId) return notFound();
		const url = "https://kikoa.test/api/payments/paypal";
		return c.json({ id: payPalAccount.webhookId, url, event_types: [{ name: "*" }] });
	});

	const signatureOf = (transmissionId: string, time: string, webhookId: string, event: string) =>
		hmacSha256Hex("paypal", new TextEncoder().encode([transmissionId, time, webhookId, event].join("|")));

	app.post("/v1/notifications/verify-webhook-signature", async (c) => {
		const text = await c.req.text();
		// The message as it was sent back, byte by byte.
		const event = text.slice(text.indexOf('"webhook_event":') + '"webhook_event":'.length, -1);
		const asked = JSON.parse(text) as Record<string, string>;
		const { transmission_id, transmission_time, transmission_sig, webhook_id, cert_url, auth_algo } = asked;
		if (!cert_url?.startsWith("https://api.sandbox.paypal.com/") || auth_algo !== "SHA256withRSA")
			return refused(400, "VALIDATION_ERROR");
		const expected = signatureOf(transmission_id ?? "", transmission_time ?? "", webhook_id ?? "", event);
		return c.json({ verification_status: transmission_sig === expected ? "SUCCESS" : "FAILURE" });
	});

	const faults = createFaults((request) => app.fetch(request));

	async function fetch(request: Request): Promise<Response> {
		const path = new URL(request.url).pathname;
		const { method } = request;
		const body = method === "POST" ? await request.clone().text() : "";
		calls.push({ method, path, body, requestId: request.headers.get("PayPal-Request-Id") ?? "" });
		return faults.fetch(request);
	}

	/** A signed message. PayPal writes numbers and letters in ways that JSON.stringify does not. */
	function message(type: string, resource: Json): { readonly raw: Uint8Array<ArrayBuffer>; readonly headers: Headers } {
		const event = { id: `WH-${id()}`, event_type: type, resource_version: "2.0", resource, summary: "Caf\u00e9" };
		const text = JSON.stringify(event, null, 1).replace("\u00e9", "\\u00e9");
		const [transmissionId, time] = [crypto.randomUUID(), new Date(clock()).toISOString()];
		return {
			raw: new TextEncoder().encode(text),
			headers: new Headers({
				"PayPal-Auth-Algo": "SHA256withRSA",
				"PayPal-Cert-Url": "https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1",
				"PayPal-Transmission-Id": transmissionId,
				"PayPal-Transmission-Time": time,
				"PayPal-Transmission-Sig": signatureOf(transmissionId, time, payPalAccount.webhookId, text),
			}),
		};
	}

	function refundView({ id: refundId, captureId, cents: amount, status, custom_id }: Refund) {
		const currency_code = captures.get(captureId)?.amount.currency_code;
		return {
			...{ id: refundId, status, amount: { currency_code, value: (amount / 100).toFixed(2) } },
			...(custom_id !== undefined && { custom_id }),
			links: [
				{ rel: "self", href: `https://api.sandbox.paypal.com/v2/payments/refunds/${refundId}` },
				{ rel: "up", href: `https://api.sandbox.paypal.com/v2/payments/captures/${captureId}` },
			],
		};
	}

	const captureOf = (orderId: string): Capture => {
		const capture = [...captures.values()].find((one) => one.orderId === orderId);
		if (!capture) throw new Error(`No capture of ${orderId}`);
		return capture;
	};

	return {
		fetch,
		faults,
		calls,
		nextCaptures,
		nextRefunds,
		captureOf,
		captures: () => [...captures.values()],
		tokensIssued: () => tokensIssued,
		expireToken: () => {
			token = null;
		},
		message,
		/** The customer approves the order on PayPal's page. Returns the message about it. */
		approve(orderId: string) {
			const order = orders.get(orderId);
			if (!order) throw new Error(`No order ${orderId}`);
			order.status = "APPROVED";
			order.updatedAt = clock();
			return message("CHECKOUT.ORDER.APPROVED", { id: orderId, status: "APPROVED", intent: "CAPTURE" });
		},
		/** A pending capture is decided. Returns the message about it. */
		decide(orderId: string, status: "COMPLETED" | "DECLINED") {
			const capture = captureOf(orderId);
			capture.status = status;
			const type = status === "COMPLETED" ? "PAYMENT.CAPTURE.COMPLETED" : "PAYMENT.CAPTURE.DENIED";
			return message(type, captureView(capture));
		},
		/** The message about a capture. */
		report: (orderId: string) => {
			const capture = captureOf(orderId);
			return message(`PAYMENT.CAPTURE.${capture.status}`, captureView(capture));
		},
		/** Staff refund a part of the payment at PayPal, or the bank takes the money back. Returns the message about it. */
		refundAtPayPal(orderId: string, amount: number, type: "REFUNDED" | "REVERSED" = "REFUNDED") {
			const refund: Refund = { id: id(), captureId: captureOf(orderId).id, cents: amount, status: "COMPLETED" };
			refunds.set(refund.id, refund);
			return message(`PAYMENT.CAPTURE.${type}`, refundView(refund));
		},
		/** The message about a refund that we asked for. */
		reportRefund: (refundId: string) => {
			const refund = refunds.get(refundId);
			if (!refund) throw new Error(`No refund ${refundId}`);
			return message("PAYMENT.CAPTURE.REFUNDED", refundView(refund));
		},
		/** The customer disputes the payment. */
		dispute(orderId: string, type: "CREATED" | "UPDATED" | "RESOLVED", disputeId: string, due?: string) {
			const { id: captureId, amount } = captureOf(orderId);
			return message(`CUSTOMER.DISPUTE.${type}`, {
				...{ dispute_id: disputeId, reason: "UNAUTHORISED", dispute_amount: amount },
				...{ status: type === "RESOLVED" ? "RESOLVED" : "WAITING_FOR_SELLER_RESPONSE" },
				disputed_transactions: [{ seller_transaction_id: captureId, custom: "KK2026000001" }],
				...(due && { seller_response_due_date: due }),
			});
		},
		finishRefund(refundId: string) {
			const refund = refunds.get(refundId);
			if (refund) refund.status = "COMPLETED";
		},
	};
}
