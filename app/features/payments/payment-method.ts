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

/** How a payment came and from whom, such as "M-Pesa, +254712345678". */
export const payerText = ({ method, phone, cardName }: PayerFacts): string =>
	[methodNames[method], phone ?? cardName].filter(Boolean).join(", ");

interface PayerFacts {
	readonly method: PaymentMethod;
	/** E.164. */
	readonly phone: string | null;
	/** Such as "Visa •••• 4242". */
	readonly cardName: string | null;
}
