import { decodeHex, encodeHexLowerCase } from "@oslojs/encoding";
import { z } from "zod";
import type { Clock } from "~/lib/clock";
import { HOUR } from "~/lib/durations";
import { equalInConstantTime, hmacSha256Hex } from "~/lib/hmac";
import { readJson } from "~/lib/read-json";
import { secretsFrom } from "~/lib/secrets";
import type { DirectPayment, DirectPayments, DirectVerdict } from "../direct-payments";
import type { Daraja, DarajaAnswer } from "./daraja";
import { type Initiator, parseDarajaResult, refusedInitiator } from "./daraja-result";

export interface MpesaDirectOptions {
	readonly daraja: Daraja;
	readonly clock: Clock;
	/** The paybill. */
	readonly shortcode: string;
	/** The secret part of the addresses that are registered at Safaricom. */
	readonly callbackToken: string;
	/** Accepted too. */
	readonly previousCallbackToken?: string | undefined;
	readonly initiator?: Initiator | undefined;
}

/** A "Pay Bill" notice. The phone is masked and the names are not needed. */
const noticeSchema = z.object({
	TransID: z.string().min(1).max(40),
	TransAmount: z.coerce.number().positive(),
	BillRefNumber: z.coerce.string().default(""),
	TransTime: z.coerce.string().default(""),
});

const acceptedSchema = z.object({ ResponseCode: z.coerce.string() });

const transactionSchema = z.object({
	transactionId: z.string().min(1).max(40),
	trxDate: z.string().default(""),
	billreference: z.union([z.string(), z.number()]).nullish(),
	amount: z.coerce.number().refine((amount) => amount !== 0),
	transactiontype: z.string().default(""),
});

/** The documentation lists only payments. A reversal may have a negative amount. */
const isReversal = (transactiontype: string): boolean => /reversal/i.test(transactiontype);

/** Without transactions, the list is the text "[[]]" or missing. */
const pullSchema = z.object({
	ResponseCode: z.coerce.string(),
	Response: z.unknown().optional(),
});

/** developer.safaricom.co.ke/apis/CustomerToBusinessRegisterURL, "Result Error Codes". */
const verdictCodes: Readonly<Record<DirectVerdict, string>> = {
	accepted: "0",
	unknown_account: "C2B00012",
	wrong_amount: "C2B00013",
	refused: "C2B00016",
};

const bytes = (text: string) => new TextEncoder().encode(text);

/** Pages of one list. Far more than a paybill's payments in two days. */
const maxPages = 200;

/** Payments to a paybill: notices (C2B), Transaction Status and Pull Transactions. */
export function createMpesaDirect({
	daraja,
	clock,
	shortcode,
	callbackToken,
	previousCallbackToken,
	initiator,
}: MpesaDirectOptions): DirectPayments {
	const tokens = secretsFrom(callbackToken, previousCallbackToken);
	const signatureOf = (receipt: string, token = callbackToken) =>
		hmacSha256Hex(token, bytes(`result ${receipt}`)).slice(0, 32);

	return {
		paybill: shortcode,

		isNoticeToken: (token) => tokens.some((one) => equalInConstantTime(token, one)),

		parseNotice(raw) {
			const parsed = noticeSchema.safeParse(readJson(raw));
			if (!parsed.success) return null;
			const { TransID: receipt, TransAmount, BillRefNumber: reference, TransTime } = parsed.data;
			return { receipt, reference, ...shillings(TransAmount), paidAt: timeOf(TransTime) ?? clock() };
		},

		answerTo: (verdict) => ({
			ResultCode: verdictCodes[verdict],
			ResultDesc: verdict === "accepted" ? "Accepted" : "Rejected",
		}),

		async requestConfirmation(receipt, resultUrl) {
			// The list of payments confirms it within the hour.
			if (!initiator) return;
			// Hex, because a receipt may contain one of the words that Safaricom refuses in addresses.
			const address = resultUrl(`${encodeHexLowerCase(bytes(receipt))}-${signatureOf(receipt)}`);
			const answer = await daraja.post("/mpesa/transactionstatus/v1/query", {
				Initiator: initiator.name,
				SecurityCredential: initiator.securityCredential,
				CommandID: "TransactionStatusQuery",
				TransactionID: receipt,
				PartyA: shortcode,
				IdentifierType: "4",
				ResultURL: address,
				QueueTimeOutURL: address,
				Remarks: "Payment status",
				Occasion: "",
			});
			if (answer.kind === "error") throw new Error(`${answer.code} ${answer.message}`);
			const { ResponseCode } = acceptedSchema.parse(answer.body);
			if (ResponseCode !== "0") throw new Error(`Daraja answered a status request with code ${ResponseCode}`);
		},

		parseConfirmation(raw, token) {
			const [, hex = "", signature = ""] = /^((?:[0-9a-f]{2}){1,40})-([0-9a-f]{32})$/.exec(token) ?? [];
			const receipt = new TextDecoder().decode(decodeHex(hex));
			if (!tokens.some((one) => equalInConstantTime(signature, signatureOf(receipt, one))))
				return { kind: "unauthentic" };
			const result = parseDarajaResult(raw);
			if (!result) return { kind: "malformed" };
			const { code, description, values } = result;
			const amount = Number(values.get("Amount"));
			const isComplete = code === "0" && values.get("TransactionStatus") === "Completed";
			if (!isComplete || values.get("ReceiptNo") !== receipt || !(amount > 0))
				return {
					kind: "unconfirmed",
					reason: `${code} ${description} ${values.get("TransactionStatus") ?? ""}`,
					...refusedInitiator(result),
				};
			return { kind: "confirmed", receipt, ...shillings(amount) };
		},

		async list(from, to) {
			const found = new Map<string, Transaction>();
			for (let page = 0; page < maxPages; page += 1) {
				const answer = await daraja.post("/pulltransactions/v1/query", {
					ShortCode: shortcode,
					StartDate: dateOf(from),
					EndDate: dateOf(to),
					// The number of rows to skip.
					OffSetValue: String(found.size),
				});
				const before = found.size;
				for (const transaction of transactionsOf(answer)) found.set(transaction.payment.receipt, transaction);
				if (found.size === before) break;
			}
			const all = [...found.values()];
			const only = (reversed: boolean) => all.flatMap((one) => (one.reversed === reversed ? one.payment : []));
			return { payments: only(false), reversals: only(true) };
		},
	};
}

interface Transaction {
	/** Whether it sent a payment back. */
	readonly reversed: boolean;
	readonly payment: DirectPayment;
}

/** @throws if the answer can't be read, so that it is not taken for "no payments" */
function transactionsOf(answer: DarajaAnswer): Transaction[] {
	if (answer.kind === "error") {
		// The documentation gives this error for a period without transactions.
		if (/does not have any available transactions/i.test(answer.message)) return [];
		throw new Error(`${answer.code} ${answer.message}`);
	}
	const { ResponseCode, Response: list } = pullSchema.parse(answer.body);
	if (ResponseCode === "1001") return [];
	if (ResponseCode !== "1000") throw new Error(`Daraja answered a list of transactions with code ${ResponseCode}`);
	const rows = z.array(z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])).parse(list);
	return rows
		.flat()
		.map((row) => transactionSchema.parse(row))
		.map(({ transactionId: receipt, billreference, amount, trxDate, transactiontype }) => {
			const reversed = isReversal(transactiontype);
			if (amount < 0 && !reversed) throw new Error(`Daraja listed ${transactiontype || "a payment"} below zero`);
			const reference = String(billreference ?? "");
			const paidAt = Date.parse(trxDate) || null;
			return { reversed, payment: { receipt, reference, ...shillings(Math.abs(amount)), paidAt } };
		});
}

const shillings = (amount: number) => ({ amount: Math.round(amount * 100), currency: "KES" }) as const;

const eastAfricaMs = 3 * HOUR;

/** `YYYYMMDDHHmmss` in East Africa Time, as ms. Null if it can't be read. */
function timeOf(text: string): number | null {
	const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
	if (year === undefined) return null;
	return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - eastAfricaMs;
}

/** `YYYY-MM-DD HH:mm:ss` in East Africa Time. */
const dateOf = (ms: number): string => new Date(ms + eastAfricaMs).toISOString().slice(0, 19).replace("T", " ");
