/** M-Pesa accounts are Kenyan mobile numbers. */
export const isKenyanMobile = (e164: string): boolean => /^\+254[17]\d{8}$/.test(e164);
