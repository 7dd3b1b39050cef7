/** How staff found out that they talk to the customer. */
export const identityChecks = {
	call: "Called the phone number of the account",
	document: "Saw an identity document with the account's name",
	payment: "They named the receipt of a recent payment",
	email: "They answered from the account's email address",
} as const;

export type IdentityCheck = keyof typeof identityChecks;
