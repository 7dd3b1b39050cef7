/** Limited, because each export reads all rows of the customer. */
export const exportsPerDay = 3;
