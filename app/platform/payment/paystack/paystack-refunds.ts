import { z } from "zod";
import type { ProviderRefunds, RefundOutcome, RefundRequest } from "../provider-refunds";
import type { PaystackApi } from "./paystack-api";

// paystack.com/docs/api/refund and paystack.com/docs/payments/refunds.

const refundSchema = z.object({
	id: z.union([z.number(), z.string()]).transform(String),
	status: z.string(),
	amount: z.coerce.number().int().nullish(),
	merchant_note: z.string().nullish(),
});

type Refund = z.infer<typeof refundSchema>;

const transactionSchema = z.object({ id: z.number() });

/** Refunds at Paystack. Paystack has no idempotency key, so our id is in the note, and is looked up first. */
export function createPaystackRefunds(api: PaystackApi): ProviderRefunds {
	async function list(providerRef: string): Promise<Refund[]> {
		const paid = await api.get(`/transaction/verify/${encodeURIComponent(providerRef)}`);
		if (paid.kind === "refused") throw new Error(`Paystack does not find the payment: ${paid.message}`);
		// The list takes only the transaction's number, and is empty for its reference.
		const { id } = transactionSchema.parse(paid.data);
		const listed = await api.get(`/refund?transaction=${id}&perPage=100`);
		if (listed.kind === "refused") throw new Error(`Paystack does not list the refunds: ${listed.message}`);
		return z.array(refundSchema).parse(listed.data);
	}

	const find = async ({ refundId, providerRef }: RefundRequest): Promise<Refund | undefined> =>
		(await list(providerRef)).find((refund) => ownId(refund) === refundId);

	return {
		parts: { card: "parts", mpesa: "parts" },
		reportsResult: true,

		async request(refund) {
			const known = await find(refund);
			if (known) return outcomeOf(known);
			const { refundId, providerRef: transaction, amount, currency, reason } = refund;
			const notes = { merchant_note: `${refundId} ${reason}`, customer_note: reason };
			const answer = await api.post("/refund", { transaction, amount, currency, ...notes });
			if (answer.kind === "refused") return { state: "failed", reason: answer.message };
			return outcomeOf(refundSchema.parse(answer.data));
		},

		async made({ providerRef }) {
			const paid = (await list(providerRef)).filter(({ status }) => status === "processed");
			return paid.flatMap((refund) =>
				refund.amount ? [{ reference: refund.id, refundId: ownId(refund), amount: refund.amount, isTotal: false }] : [],
			);
		},

		async fetchStatus(refund) {
			if (refund.reference !== null) {
				const answer = await api.get(`/refund/${encodeURIComponent(refund.reference)}`);
				if (answer.kind === "answer") return outcomeOf(refundSchema.parse(answer.data));
			}
			const found = await find(refund);
			if (!found) throw new Error(`Paystack has no refund ${refund.refundId}`);
			return outcomeOf(found);
		},
	};
}

/** The note begins with our id. Staff may write anything into the notes of refunds in the dashboard. */
const ownId = ({ merchant_note: note }: Refund): string | null => /^(rfd_\S+) /.exec(note ?? "")?.[1] ?? null;

/** `pending`, `processing` and `needs-attention` are not decided. For the last, staff enter a bank account at Paystack. */
function outcomeOf({ id: reference, status }: Refund): RefundOutcome {
	if (status === "processed") return { state: "succeeded", reference };
	return status === "failed"
		? { state: "failed", reason: "Paystack could not process the refund", reference }
		: { state: "pending", reference };
}
