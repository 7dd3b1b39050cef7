import { z } from "zod";
import type { ProviderRefunds, RefundOutcome, RefundRequest } from "../provider-refunds";
import { type Daraja, toShillings } from "./daraja";
import { type DarajaResult, type Initiator, parseDarajaResult, refusedInitiator } from "./daraja-result";

interface Dependencies {
	readonly daraja: Daraja;
	readonly shortcode: string;
	readonly initiator: Initiator;
}

const acceptedSchema = z.object({ ResponseCode: z.coerce.string(), OriginatorConversationID: z.string().min(1) });

/** What to tell staff, by result code. Source: developer.safaricom.co.ke/apis/Reversal, "Result codes". */
const reasons: Readonly<Record<string, string>> = {
	"1": "The paybill's account has not enough money",
	"21": "The API user (MPESA_INITIATOR) may not reverse transactions: it needs the role Org Reversals Initiator",
	"2001": "The API user's name or password (MPESA_INITIATOR, MPESA_SECURITY_CREDENTIAL) is wrong",
	R000002: "M-Pesa does not know the receipt",
};

/**
 * Reversals. A transaction can be reversed once and as a whole, so a repeated request can't send the money twice. The
 * result comes to a secret address. If it does not, the status of the reversal is asked for, whose answer comes there too.
 */
export function createMpesaRefunds({ daraja, shortcode, initiator }: Dependencies): ProviderRefunds {
	/** The reference is the id of the conversation. */
	async function send(path: string, body: object): Promise<RefundOutcome> {
		const answer = await daraja.post(path, {
			Initiator: initiator.name,
			SecurityCredential: initiator.securityCredential,
			...body,
		});
		if (answer.kind === "error") {
			// A request with an invalid field was not accepted. After any other error, it may have been.
			if (answer.code.startsWith("400.")) return { state: "failed", reason: `${answer.code} ${answer.message}` };
			throw new Error(`${answer.code} ${answer.message}`);
		}
		const { ResponseCode, OriginatorConversationID: reference } = acceptedSchema.parse(answer.body);
		if (ResponseCode !== "0") throw new Error(`Daraja answered ${path} with code ${ResponseCode}`);
		return { state: "pending", reference };
	}

	return {
		parts: { mpesa: "whole" },
		reportsResult: true,

		async request({ receipt, amount, reason, resultUrl }) {
			if (receipt === null) return { state: "failed", reason: "The receipt of the payment is not known" };
			return send("/mpesa/reversal/v1/request", {
				CommandID: "TransactionReversal",
				TransactionID: receipt,
				Amount: String(toShillings(amount)),
				ReceiverParty: shortcode,
				// Spelled like this at Safaricom.
				RecieverIdentifierType: "11",
				ResultURL: resultUrl,
				QueueTimeOutURL: resultUrl,
				Remarks: reason,
				Occasion: "",
			});
		},

		async fetchStatus({ reference, resultUrl }) {
			const asked = await send("/mpesa/transactionstatus/v1/query", {
				CommandID: "TransactionStatusQuery",
				OriginalConversationID: reference,
				PartyA: shortcode,
				IdentifierType: "4",
				ResultURL: resultUrl,
				QueueTimeOutURL: resultUrl,
				Remarks: "Refund status",
				Occasion: "",
			});
			if (asked.state === "failed") throw new Error(asked.reason);
			// The answer comes later. The reference stays that of the reversal.
			return { state: "pending" };
		},

		parseResult(raw, refund) {
			const result = parseDarajaResult(raw);
			if (!result) return null;
			return isOfReversal(result, refund) ? reversalOutcome(result) : statusOutcome(result);
		},
	};
}

/** Results of the reversal and of questions about it come to the same address. */
function isOfReversal({ conversationId, values }: DarajaResult, { receipt, reference }: RefundRequest): boolean {
	if (values.has("TransactionStatus")) return false;
	const isFirst = reference === null || conversationId === reference;
	return isFirst || (receipt !== null && values.get("OriginalTransactionID") === receipt);
}

function reversalOutcome(result: DarajaResult): RefundOutcome {
	const { code, description, transactionId } = result;
	const reference = transactionId === "" ? {} : { reference: transactionId };
	if (code === "0") return { state: "succeeded", ...reference };
	// Our earlier request has reversed it, or staff did in the organization portal.
	if (code === "R000001") return { state: "succeeded" };
	return { state: "failed", reason: reasons[code] ?? `${code} ${description}`, ...refusedInitiator(result) };
}

function statusOutcome(result: DarajaResult): RefundOutcome {
	const { code, values } = result;
	const receipt = values.get("ReceiptNo");
	const isComplete = code === "0" && values.get("TransactionStatus") === "Completed";
	if (!isComplete) return { state: "pending", ...refusedInitiator(result) };
	return { state: "succeeded", ...(receipt !== undefined && { reference: String(receipt) }) };
}
