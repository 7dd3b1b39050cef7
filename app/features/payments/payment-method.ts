/** `bank`: a transfer that the customer makes at a bank, without a request from us. */
export const paymentMethods = ["mpesa", "card", "paypal", "bank"] as const;

export type PaymentMethod = (typeof paymentMethods)[number];

type Names = Readonly<Record<PaymentMethod, string>>;

export const methodNames: Names = { mpesa: "M-Pesa", card: "Card", paypal: "PayPal", bank: "Bank transfer" };

/** "Paid by card." */
export const methodsInSentence: Names = { ...methodNames, card: "card", bank: "bank transfer" };
