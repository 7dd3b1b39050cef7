/** Per account. More than anyone has devices, and still a short list. */
export const maxPasskeys = 20;
