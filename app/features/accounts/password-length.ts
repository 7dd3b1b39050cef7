/** In characters after normalisation. */
export const minPasswordLength = 10;
export const maxPasswordLength = 128;

export const tooShort = `Use at least ${minPasswordLength} characters.`;
export const passwordAdvice = `At least ${minPasswordLength} characters. Three unrelated words work well.`;
