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

/** Money that reached the paybill. */
interface Transaction {
	readonly receipt: string;
	readonly reference: string;
	/** Shillings. */
	readonly amount: number;
	readonly at: number;
}

/** A message from Safaricom to the shop. */
export interface DarajaMessage {
	readonly url: string;
	readonly body: Json;
}

/** Rows of one page of the list of transactions. */
const pullPageSize = 3;

/** Time after which an unanswered request is withdrawn. */
const withdrawnAfterMs = 75_000;

let last = 0;

/**
 * Safaricom's Daraja as its documentation (developer.safaricom.co.ke/apis) and its recorded answers say: tokens of which
 * only the newest is valid, a pending query as HTTP 500, result codes as numbers and as text, callbacks without a balance,
 * and rules for repeated requests. State in memory.
 * @param localOrigin start of the addresses of a shop on this machine, which are allowed although they have no TLS
 */
export function createDarajaServer({
	clock,
	localOrigin,
}: {
	readonly clock: () => number;
	readonly localOrigin?: string;
}) {
	const pushes = new Map<string, Push>();
	const faults: DarajaFault[] = [];
	const calls: { readonly path: string; readonly body: Json }[] = [];
	let token: { readonly value: string; readonly until: number } | null = null;
	let tokensIssued = 0;
	let isPullRegistered = false;
	let merchantExists = true;
	let addresses: { readonly confirmation: string; readonly validation: string; readonly onTimeout: string } | null =
		null;
	const transactions: Transaction[] = [];
	/** Reversed receipts. */
	const reversed = new Set<string>();
	/** Receipts of reversals, by the id of their conversation. */
	const reversals = new Map<string, string>();
	/** The result code of the next reversals. */
	let reversalCode: number | string = 0;
	/** Results of status requests and reversals, which come later. */
	const results: DarajaMessage[] = [];

	const received = (): readonly Transaction[] => {
		const reversing = new Set(reversals.values());
		return transactions.filter(({ receipt }) => !reversing.has(receipt));
	};

	const isAllowed = (address: string): boolean =>
		isAllowedAddress(localOrigin === undefined ? address : address.replace(localOrigin, "https:"));

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

	app.post("/mpesa/c2b/v2/registerurl", async (c) => {
		const { ConfirmationURL, ValidationURL, ResponseType } = await c.req.json<Json>();
		const [confirmation, validation] = [String(ConfirmationURL), String(ValidationURL)];
		if (![confirmation, validation].every(isAllowed))
			return error(400, "400.003.02", "Bad Request - Invalid ValidationURL or ConfirmationURL");
		if (ResponseType !== "Completed" && ResponseType !== "Cancelled")
			return error(400, "400.003.02", "Bad Request - Invalid ResponseType");
		// The live service registers once.
		if (addresses) return error(500, "500.003.1001", "Urls are already registered.");
		addresses = { confirmation, validation, onTimeout: ResponseType };
		return c.json({ OriginatorCoversationID: `7619-${++last}-1`, ResponseCode: "0", ResponseDescription: "success" });
	});

	app.post("/mpesa/transactionstatus/v1/query", async (c) => {
		const body = await c.req.json<Json>();
		const refused = checkRequest(body, ["PartyA"]);
		if (refused) return refused;
		if (body.CommandID !== "TransactionStatusQuery" || body.IdentifierType !== "4")
			return error(400, "400.002.05", "Invalid Request Payload");
		const known = body.TransactionID ?? reversals.get(String(body.OriginalConversationID));
		return c.json(accept(body, statusOf(transactions.find(({ receipt }) => receipt === known))));
	});

	app.post("/mpesa/reversal/v1/request", async (c) => {
		const body = await c.req.json<Json>();
		const refused = checkRequest(body, ["TransactionID", "Amount", "ReceiverParty"]);
		if (refused) return refused;
		if (body.CommandID !== "TransactionReversal" || body.RecieverIdentifierType !== "11")
			return error(400, "400.002.05", "Invalid Request Payload");
		const receipt = String(body.TransactionID);
		const original = transactions.find((one) => one.receipt === receipt && one.amount === Number(body.Amount));
		const failure = reversed.has(receipt) ? "R000001" : reversalCode || (original ? 0 : "R000002");
		if (!original || failure !== 0) return c.json(accept(body, reversalOf(failure)));
		reversed.add(receipt);
		const reversal = { ...original, receipt: aReceipt(), at: clock() };
		transactions.push(reversal);
		const accepted = accept(body, reversalOf(0, original, reversal.receipt));
		reversals.set(accepted.OriginatorConversationID, reversal.receipt);
		return c.json(accepted);
	});

	/** The answer to a request whose result comes later. */
	function accept(body: Json, result: Json) {
		const conversation = { OriginatorConversationID: `1236-${++last}-1`, ConversationID: `AG_20261123_${last}` };
		results.push({ url: String(body.ResultURL), body: { Result: { ...conversation, ...result } } });
		return {
			...conversation,
			ResponseCode: "0",
			ResponseDescription: "Accept the service request successfully.",
		};
	}

	function checkRequest(body: Json, more: readonly string[]): Response | null {
		for (const name of ["Initiator", "SecurityCredential", "ResultURL", "QueueTimeOutURL", "Remarks", ...more])
			if (!body[name]) return error(400, "400.002.05", `Invalid Request Payload: ${name}`);
		return isAllowed(String(body.ResultURL)) ? null : error(400, "400.002.05", "Invalid Request Payload: ResultURL");
	}

	app.post("/pulltransactions/v1/register", async (c) => {
		const { RequestType, NominatedNumber, CallBackURL } = await c.req.json<Json>();
		if (RequestType !== "Pull" || !NominatedNumber || !isAllowed(String(CallBackURL)))
			return error(400, "400.001", "Invalid ShortCode");
		const status = isPullRegistered ? "1001" : "1000";
		isPullRegistered = true;
		return c.json({ ResponseRefID: `feb5-${++last}`, ResponseStatus: status, ResponseDescription: "Registered" });
	});

	app.post("/pulltransactions/v1/query", async (c) => {
		const { StartDate, EndDate, OffSetValue } = await c.req.json<Json>();
		const [from, to] = [StartDate, EndDate].map((date) => Date.parse(`${String(date).replace(" ", "T")}+03:00`));
		if (!(clock() - (from ?? 0) <= 48 * 3_600_000))
			return error(400, "400.001", "The period is more than 48 hours ago");
		const reversing = new Set(reversals.values());
		const inPeriod = transactions.filter(({ at }) => at >= (from ?? 0) && at <= (to ?? 0) + 999);
		const rows = inPeriod.slice(Number(OffSetValue), Number(OffSetValue) + pullPageSize);
		const reference = { ResponseRefID: `26178-${++last}-2` };
		if (rows.length === 0)
			return c.json({ ...reference, ResponseCode: "1001", ResponseMessage: "Null", Response: "[[]]" });
		const listed = rows.map(({ receipt, reference: billreference, amount, at }) => ({
			transactionId: receipt,
			trxDate: new Date(at).toISOString().replace(/\.\d+/, ""),
			msisdn: 254_722_000_000,
			sender: "MPESA",
			transactiontype: reversing.has(receipt) ? "c2b-pay-bill-reversal" : "c2b-pay-bill-debit",
			billreference,
			amount: amount.toFixed(2),
			organizationname: "Kikoa",
		}));
		return c.json({ ...reference, ResponseCode: "1000", ResponseMessage: "Success", Response: [listed] });
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
		/** How the next reversals end. */
		endReversalsWith: (code: number | string) => {
			reversalCode = code;
		},
		/** Receipts of reversed payments. */
		reversed: () => [...reversed],
		/** Receipts of the reversals themselves. */
		reversalReceipts: () => [...reversals.values()],
		/** What customers have paid, reversed or not. */
		received,
		/** Results of status requests and reversals. Each is delivered once. */
		takeResults: () => results.splice(0),
		/** A customer asks to pay to the paybill. The message that asks the shop whether to accept it. */
		validation: (payment: { reference: string; amount: number }): DarajaMessage => ({
			url: addresses?.validation ?? "",
			body: noticeOf({ receipt: aReceipt(), at: clock(), ...payment }),
		}),
		/** A customer has paid to the paybill. The message that tells the shop, which may get lost. */
		payToPaybill(payment: {
			reference: string;
			amount: number;
			receipt?: string;
		}): DarajaMessage & { readonly receipt: string } {
			const transaction = { receipt: aReceipt(), at: clock(), ...payment };
			transactions.push(transaction);
			return { ...this.noticeOf(transaction.receipt), receipt: transaction.receipt };
		},
		/** Someone reverses a payment in the organization portal. Returns the receipt of the reversal. */
		reverseInPortal(receipt: string): string {
			const original = transactions.find((one) => one.receipt === receipt);
			if (!original) throw new Error(`No transaction ${receipt}`);
			reversed.add(receipt);
			const reversal = { ...original, receipt: aReceipt(), at: clock() };
			transactions.push(reversal);
			reversals.set(`portal ${reversal.receipt}`, reversal.receipt);
			return reversal.receipt;
		},
		/** The notice of a transaction. Safaricom sends one for each request that was paid, too. */
		noticeOf(receipt: string): DarajaMessage {
			const transaction = transactions.find((one) => one.receipt === receipt);
			if (!transaction) throw new Error(`No transaction ${receipt}`);
			return { url: addresses?.confirmation ?? "", body: noticeOf(transaction) };
		},
		/** The customer answers the request. Returns the callback, and where it goes. */
		answer(checkoutId: string, code: number | string = 0, receipt = aReceipt()) {
			const push = pushes.get(checkoutId);
			if (!push) throw new Error(`No request ${checkoutId}`);
			push.result = code === 0 ? { code, receipt } : { code };
			if (code === 0) transactions.push({ receipt, reference: push.reference, amount: push.amount, at: clock() });
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
	if (!isAllowedAddress(String(CallBackURL))) return invalid("CallBackURL");
	if (!/^[\w-]{1,12}$/.test(String(AccountReference))) return invalid("AccountReference");
	return String(TransactionDesc).length > 13 ? invalid("TransactionDesc") : null;
}

const isAllowedAddress = (address: string): boolean =>
	address.startsWith("https://") && !/m-?pesa|safaricom|exe|cmd|sql|query/i.test(address);

/** The documented body of a notice. The phone is masked, and some fields are empty. */
const noticeOf = ({ receipt, reference, amount, at }: Transaction): Json => ({
	TransactionType: "Pay Bill",
	TransID: receipt,
	TransTime: new Date(at + 3 * 3_600_000).toISOString().replace(/\D/g, "").slice(0, 14),
	TransAmount: amount.toFixed(2),
	BusinessShortCode: darajaAccount.shortcode,
	BillRefNumber: reference,
	InvoiceNumber: "",
	OrgAccountBalance: "",
	ThirdPartyTransID: "",
	MSISDN: "25470****149",
	FirstName: "John",
	MiddleName: "",
	LastName: "",
});

/** A number on success, and text for an operator that does not exist. Some parameters have no value. */
function statusOf(transaction: Transaction | undefined): Json {
	if (!transaction)
		return { ResultType: 0, ResultCode: "SFC_IC0003", ResultDesc: "The operator does not exist.", TransactionID: "" };
	const parameters = {
		DebitPartyName: "254708374149 - John Doe",
		TransactionReason: undefined,
		TransactionStatus: "Completed",
		Amount: String(transaction.amount),
		ReceiptNo: transaction.receipt,
	};
	return {
		ResultType: 0,
		ResultCode: 0,
		ResultDesc: "The service request is processed successfully.",
		ResultParameters: { ResultParameter: Object.entries(parameters).map(([Key, Value]) => ({ Key, Value })) },
		TransactionID: "MBN0000000",
	};
}

/** The documented result of a reversal. A failed one has no parameters. */
function reversalOf(code: number | string, original?: Transaction, receipt = ""): Json {
	if (!original)
		return { ResultType: 0, ResultCode: code, ResultDesc: `Not reversed: ${code}`, TransactionID: "RGK0000000" };
	const parameters = {
		DebitAccountBalance: "Utility Account|KES|7722179.62|7722179.62|0.00|0.00",
		Amount: original.amount,
		TransCompletedTime: 20_261_123_080_112,
		OriginalTransactionID: original.receipt,
		Charge: 0,
		CreditPartyPublicName: "254708374149 - John Doe",
		DebitPartyPublicName: `${darajaAccount.shortcode} - Kikoa`,
	};
	return {
		ResultType: 0,
		ResultCode: code,
		ResultDesc: "The service request is processed successfully.",
		TransactionID: receipt,
		ResultParameters: { ResultParameter: Object.entries(parameters).map(([Key, Value]) => ({ Key, Value })) },
	};
}
