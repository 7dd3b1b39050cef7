import { logger } from "~/lib/log.server";
import type { PaymentRow } from "./payments.repo.server";

/** What became of a payment, for the log and the metrics. `id` is missing for money without a request from us. */
export const logPaymentEnd = (
	{ id: paymentId, invoiceId, provider, method, amount, currency }: Omit<PaymentEnd, "id"> & { readonly id?: string },
	outcome: string,
	reason?: string,
): void =>
	logger.info("payment_ended", {
		...(paymentId !== undefined && { paymentId }),
		...{ invoiceId, service: provider, paidBy: method, amount, currency, outcome },
		...(reason !== undefined && { reason }),
	});

type PaymentEnd = Pick<PaymentRow, "id" | "invoiceId" | "provider" | "method" | "amount" | "currency">;
