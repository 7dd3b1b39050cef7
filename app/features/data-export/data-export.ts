/** Each reads all that there is of a customer. */
export const exportsPerDay = 3;
