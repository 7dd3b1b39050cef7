/** Addresses of one account, also those that are not confirmed. */
export const maxBillingEmails = 5;
