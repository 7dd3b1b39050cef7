export type PaymentMethod = "mpesa" | "card";
