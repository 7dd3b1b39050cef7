/** An M-Pesa wallet is a Kenyan mobile number. */
export const isKenyanMobile = (e164: string): boolean => /^\+254[17]\d{8}$/.test(e164);
