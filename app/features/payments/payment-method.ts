/** `bank`: a transfer that the customer makes at a bank, without a request from us. `cash`: staff have recorded it. */
export const paymentMethods = ["mpesa", "card", "paypal", "bank", "cash"] as const;

export type PaymentMethod = (typeof paymentMethods)[number];

type Names = Readonly<Record<PaymentMethod, string>>;

export const methodNames: Names = {
	mpesa: "M-Pesa",
	card: "Card",
	paypal: "PayPal",
	bank: "Bank transfer",
	cash: "Cash",
};

/** "Paid by card." */
export const methodsInSentence: Names = { ...methodNames, card: "card", bank: "bank transfer", cash: "cash" };
