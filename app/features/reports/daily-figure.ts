import { type VisitStep, visitSteps } from "~/platform/visit-counts/visit-counts";

/**
 * What is added up for each day and shown as revenue. `invoices`, `tax`, `discount` and `shipping` are sums of the
 * invoices that were paid on it, `method` is how they were paid, `product` what was on them, and `credit_notes` what was
 * paid back on it.
 */
export const revenueFigures = ["invoices", "tax", "discount", "shipping", "method", "product", "credit_notes"] as const;

/**
 * More that is added up for each day that is over. `accounts` and `orders`: new ones. `renewals`: paid, by extension and
 * product. `lapsed`: not renewed, on the day on which that became certain. `promo`: paid orders with a promo code.
 * `written_off`: what staff gave up. `ticket_answers` and `ticket_ends`: tickets by department, with minutes instead of an
 * amount. They have no currency and are stored as shillings.
 */
export const flowFigures = [
	"accounts",
	"orders",
	"renewals",
	"lapsed",
	"promo",
	"written_off",
	"ticket_answers",
	"ticket_ends",
] as const;

/**
 * Figures with a position of their own, so that the days before they existed have them too. `taxable` and `tax_due`: net
 * amounts and tax of paid invoices, by tax rate in hundredths of a percent. `taxable_returned` and `tax_returned`: those of
 * credit notes. `checkout_orders` and `checkout_paid`: orders that customers placed at the checkout, and those that were
 * paid.
 */
export const laterFigures = [
	"taxable",
	"tax_due",
	"taxable_returned",
	"tax_returned",
	"checkout_orders",
	"checkout_paid",
] as const;

/** What visitors did, from the counter of visits. Stored as shillings without an amount. */
export const visitFigures = visitSteps;

/**
 * What was true on the day, added up while it lasted. So days before these figures existed have none. `recurring`: active
 * services that renew, and their price for a month. `deferred`: the price of paid time that is still to come. `credit`:
 * what customers have. `held`: active domains by registrar and extension.
 */
export const stockFigures = ["recurring", "deferred", "credit", "held"] as const;

/**
 * Rows that no figure of the day has, because they are damaged: which table and row, and why. Staff see them under Today.
 * Stored as shillings without an amount.
 */
export const leftOutFigure = "left_out";

export type RevenueFigure = (typeof revenueFigures)[number];
export type FlowFigure = (typeof flowFigures)[number];
export type LaterFigure = (typeof laterFigures)[number];
export type VisitFigure = VisitStep;
export type StockFigure = (typeof stockFigures)[number];
export type DailyFigure = RevenueFigure | FlowFigure | LaterFigure | VisitFigure | StockFigure | typeof leftOutFigure;
