export type PaymentMethod = "mpesa" | "card";

/** The methods that our payment providers take. Pages show only their marks. */
export const connectedMethods: readonly PaymentMethod[] = ["mpesa", "card"];
