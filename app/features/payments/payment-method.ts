export const paymentMethods = ["mpesa", "card", "paypal"] as const;

export type PaymentMethod = (typeof paymentMethods)[number];

type Names = Readonly<Record<PaymentMethod, string>>;

export const methodNames: Names = { mpesa: "M-Pesa", card: "Card", paypal: "PayPal" };

/** "Paid by card." */
export const methodsInSentence: Names = { ...methodNames, card: "card" };
