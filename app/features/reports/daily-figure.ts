/**
 * What is added up for each day. `invoices`, `tax`, `discount` and `shipping` are sums of the invoices that were paid on
 * it, `method` is how they were paid, `product` what was on them, and `credit_notes` what was paid back on it.
 */
export const dailyFigures = ["invoices", "tax", "discount", "shipping", "method", "product", "credit_notes"] as const;
export type DailyFigure = (typeof dailyFigures)[number];
