import { Hono } from "hono";

/** Documented sample values, so that a test needs no settings of its own. */
export const darajaAccount = {
	environment: "sandbox",
	consumerKey: "consumer-key",
	consumerSecret: "consumer-secret",
	shortcode: "174379",
	passkey: "bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919",
} as const;

/**
 * What happens to the next requests, in order. `refuse`: Daraja's error without doing the work. `fail`: HTTP 500 without
 * JSON. `silence`: no answer and no work. `lose`: the work is done, but its answer is lost. `slow`: answered late.
 */
export type DarajaFault =
	| { readonly kind: "refuse"; readonly status?: number; readonly code: string; readonly message: string }
	| { readonly kind: "fail" | "silence" | "lose" | "slow" };

interface Push {
	readonly checkoutId: string;
	readonly merchantId: string;
	readonly phone: string;
	/** Shillings. */
	readonly amount: number;
	readonly callbackUrl: string;
	readonly reference: string;
	readonly at: number;
	/** Null until the customer answers. */
	result: { readonly code: number | string; readonly receipt?: string } | null;
}

type Json = Record<string, unknown>;

/** Seconds after which an unanswered request is withdrawn. */
const withdrawnAfterMs = 75_000;

let last = 0;

/**
 * Safaricom's Daraja as its documentation (developer.safaricom.co.ke/apis) and its recorded answers say: tokens of which
 * only the newest is valid, a pending query as HTTP 500, result codes as numbers and as text, callbacks without a balance,
 * and rules for repeated requests. State in memory.
 */
export function createDarajaServer({ clock }: { readonly clock: () => number }) {
	const pushes = new Map<string, Push>();
	const faults: DarajaFault[] = [];
	const calls: { readonly path: string; readonly body: Json }[] = [];
	let token: { readonly value: string; readonly until: number } | null = null;
	let tokensIssued = 0;
	let merchantExists = true;

	const app = new Hono();
	const error = (status: number, errorCode: string, errorMessage: string) =>
		Response.json({ requestId: `req-${++last}`, errorCode, errorMessage }, { status });

	app.get("/oauth/v1/generate", (c) => {
		if (c.req.query("grant_type") !== "client_credentials")
			return error(400, "400.008.02", "Invalid grant type passed");
		const expected = `Basic ${btoa(`${darajaAccount.consumerKey}:${darajaAccount.consumerSecret}`)}`;
		if (c.req.header("Authorization") !== expected) return error(400, "400.008.01", "Invalid Authentication passed");
		tokensIssued += 1;
		token = { value: `token-${tokensIssued}`, until: clock() + 3_599_000 };
		return c.json({ access_token: token.value, expires_in: "3599" });
	});

	app.use("*", async (c, next) => {
		const isValid = token && clock() < token.until && c.req.header("Authorization") === `Bearer ${token.value}`;
		return isValid ? next() : error(404, "404.001.03", "Invalid Access Token");
	});

	const checkPassword = ({ BusinessShortCode, Password, Timestamp }: Json): Response | null => {
		if (!merchantExists) return error(500, "500.001.1001", "Merchant does not exist");
		if (!/^\d{14}$/.test(String(Timestamp))) return error(400, "400.002.02", "Bad Request - Invalid Timestamp");
		const expected = btoa(`${BusinessShortCode}${darajaAccount.passkey}${Timestamp}`);
		return Password === expected ? null : error(500, "500.001.1001", "Wrong credentials");
	};

	app.post("/mpesa/stkpush/v1/processrequest", async (c) => {
		const body = await c.req.json<Json>();
		const refused = checkPassword(body) ?? checkPush(body, error);
		if (refused) return refused;
		const open = [...pushes.values()].find(
			({ phone, result, at }) => phone === body.PhoneNumber && result === null && at > clock() - 60_000,
		);
		if (open)
			return error(
				500,
				"500.001.1001",
				"Unable to lock subscriber, a transaction is already in process for the current subscriber",
			);
		const number = String(++last).padStart(9, "0");
		const push: Push = {
			checkoutId: `ws_CO_${body.Timestamp}${number}`,
			merchantId: `29115-${number}-1`,
			phone: String(body.PhoneNumber),
			amount: Number(body.Amount),
			callbackUrl: String(body.CallBackURL),
			reference: String(body.AccountReference),
			at: clock(),
			result: null,
		};
		const same = [...pushes.values()].some(
			({ phone, amount, at }) => phone === push.phone && amount === push.amount && at > clock() - 120_000,
		);
		if (same) push.result = { code: 17 };
		pushes.set(push.checkoutId, push);
		return c.json({
			MerchantRequestID: push.merchantId,
			CheckoutRequestID: push.checkoutId,
			ResponseCode: "0",
			ResponseDescription: "Success. Request accepted for processing",
			CustomerMessage: "Success. Request accepted for processing",
		});
	});

	app.post("/mpesa/stkpushquery/v1/query", async (c) => {
		const body = await c.req.json<Json>();
		const refused = checkPassword(body);
		if (refused) return refused;
		const push = pushes.get(String(body.CheckoutRequestID));
		if (!push) return error(500, "500.001.1001", "The transaction does not exist");
		if (push.result === null && push.at <= clock() - withdrawnAfterMs) push.result = { code: 1037 };
		if (push.result === null) return error(500, "500.001.1001", "The transaction is being processed");
		const code = String(push.result.code);
		return c.json({
			ResponseCode: "0",
			ResponseDescription: "The service request has been accepted successsfully",
			MerchantRequestID: push.merchantId,
			CheckoutRequestID: push.checkoutId,
			ResultCode: code,
			ResultDesc: code === "0" ? "The service request is processed successfully." : `Failed with ${code}`,
		});
	});

	async function fetch(request: Request): Promise<Response> {
		const { pathname } = new URL(request.url);
		const body = request.method === "POST" ? ((await request.clone().json()) as Json) : {};
		calls.push({ path: pathname, body });
		// Faults are for the requests, not for the tokens that they need.
		const fault = pathname.startsWith("/oauth/") ? undefined : faults.shift();
		if (fault?.kind === "refuse") return error(fault.status ?? 500, fault.code, fault.message);
		if (fault?.kind === "fail") return new Response("<html>Service Unavailable</html>", { status: 503 });
		if (fault?.kind === "silence") throw new DOMException("The operation timed out", "TimeoutError");
		const response = await app.fetch(request);
		if (fault?.kind === "lose") throw new DOMException("The operation timed out", "TimeoutError");
		if (fault?.kind === "slow") await new Promise((resolve) => setTimeout(resolve, 50));
		return response;
	}

	/** The callback about a request, with the items that Safaricom sends. */
	function callbackOf({ checkoutId, merchantId, amount, phone, result }: Push): Json {
		const items = [
			{ Name: "Amount", Value: amount },
			{ Name: "MpesaReceiptNumber", Value: result?.receipt },
			{ Name: "Balance" },
			{ Name: "TransactionDate", Value: 20_261_123_054_112 },
			{ Name: "PhoneNumber", Value: Number(phone) },
		];
		const paid = result?.code === 0;
		return {
			Body: {
				stkCallback: {
					MerchantRequestID: merchantId,
					CheckoutRequestID: checkoutId,
					ResultCode: result?.code,
					ResultDesc: paid ? "The service request is processed successfully." : "Not processed",
					...(paid && { CallbackMetadata: { Item: items } }),
				},
			},
		};
	}

	return {
		fetch,
		faults,
		calls,
		/** Requests on phones, oldest first. */
		pushes: () => [...pushes.values()],
		tokensIssued: () => tokensIssued,
		/** Someone else requests a token, so ours is no longer valid. */
		cancelToken: () => {
			token = { value: `other-${++last}`, until: clock() + 3_599_000 };
		},
		removeMerchant: () => {
			merchantExists = false;
		},
		/** The customer answers the request. Returns the callback, and where it goes. */
		answer(checkoutId: string, code: number | string = 0, receipt = aReceipt()) {
			const push = pushes.get(checkoutId);
			if (!push) throw new Error(`No request ${checkoutId}`);
			push.result = code === 0 ? { code, receipt } : { code };
			return { url: push.callbackUrl, body: callbackOf(push), receipt };
		},
	};
}

export type DarajaServer = ReturnType<typeof createDarajaServer>;

/** Ten capital letters and digits: `SKL4X9Q2MB`. */
const aReceipt = (): string =>
	`SK${String(++last).padStart(4, "0")}${Math.random().toString(36).slice(2, 6).padEnd(4, "X").toUpperCase()}`;

function checkPush(body: Json, error: (status: number, code: string, message: string) => Response): Response | null {
	const invalid = (name: string) => error(400, "400.002.02", `Bad Request - Invalid ${name}`);
	const required = ["PartyA", "PartyB", "PhoneNumber", "CallBackURL", "AccountReference", "TransactionDesc"];
	for (const name of required) if (!body[name]) return invalid(name);
	const { Amount, PhoneNumber, CallBackURL, AccountReference, TransactionDesc } = body;
	if (!Number.isInteger(Number(Amount)) || Number(Amount) < 1 || Number(Amount) > 250_000) return invalid("Amount");
	if (!/^254[17]\d{8}$/.test(String(PhoneNumber))) return invalid("PhoneNumber");
	const address = String(CallBackURL);
	if (!address.startsWith("https://") || /mpesa|safaricom|exe|cmd|sql|query/i.test(address))
		return invalid("CallBackURL");
	if (!/^[\w-]{1,12}$/.test(String(AccountReference))) return invalid("AccountReference");
	return String(TransactionDesc).length > 13 ? invalid("TransactionDesc") : null;
}
