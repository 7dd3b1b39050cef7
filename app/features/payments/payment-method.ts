export const paymentMethods = ["mpesa", "card"] as const;

export type PaymentMethod = (typeof paymentMethods)[number];
