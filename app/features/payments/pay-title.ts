import type { PayView } from "./pay-view";

/** The title of the payment page in its tab. */
export function payTitle({ step, waiting, failure, underReview, invoice }: PayView): string {
	switch (step) {
		case "choose":
			if (underReview) return `Checking your payment of invoice ${invoice.number}`;
			return failure ? "Your payment did not go through" : `Pay invoice ${invoice.number}`;
		case "wait":
			if (waiting?.method === "mpesa") return "Look at your phone";
			if (waiting?.method === "paypal")
				return waiting.clearing ? "PayPal is checking your payment" : "Finish your PayPal payment";
			return waiting?.href ? "Finish your card payment" : "Your bank is deciding";
		case "paid":
			return `Invoice ${invoice.number} is paid`;
		case "closed":
			return "Nothing to pay";
	}
}

/** Who gets the receipt of a payment that was made without a request from us. */
export const receiptText = (link: PayView["link"], what: "money" | "payment"): string =>
	`We email ${link ? "the receipt to the customer" : "your receipt"} when the ${what} arrives.`;
