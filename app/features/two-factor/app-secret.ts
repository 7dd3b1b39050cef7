/** What the secret of an authenticator app is sealed for. */
export const sealContext = (accountId: string): string => `totp:${accountId}`;
