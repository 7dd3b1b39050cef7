/** Characters, after normalisation; no rules about which ones. */
export const minPasswordLength = 10;
export const maxPasswordLength = 128;

export const passwordAdvice = `At least ${minPasswordLength} characters. Three unrelated words make a good one.`;
