/** M-Pesa accounts are Kenyan mobile numbers. */
export const isKenyanMobile = (e164: string): boolean => /^\+254[17]\d{8}$/.test(e164);

/** "0712 345 678" for +254712345678. Other numbers stay as they are. */
export const localMobile = (e164: string): string =>
	e164.replace(/^\+254(\d{3})(\d{3})(\d{3})$/, (_, ...parts: string[]) => `0${parts.slice(0, 3).join(" ")}`);

/** "0712 ••• 678", for readers to whom we must not tell the number. */
export const hiddenMobile = (e164: string): string => localMobile(e164).replace(/ \d{3} /, " ••• ");
