/** Characters, after normalisation; no rules about which ones. */
export const shortestPassword = 10;
export const longestPassword = 128;

export const passwordAdvice = `At least ${shortestPassword} characters. Three unrelated words make a good one.`;
