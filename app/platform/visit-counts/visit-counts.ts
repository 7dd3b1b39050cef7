/**
 * What visitors do before the database has a row about it. `searches`: for names. `cart_adds`: visits of a page from which
 * something was added to the cart. `checkouts`: opened with something in the cart, once a day for each browser and order.
 */
export const visitSteps = ["searches", "cart_adds", "checkouts"] as const;

export type VisitStep = (typeof visitSteps)[number];

/** Counts of a day in Kenya. Steps that no one took are missing. */
export interface DayOfVisits {
	/** 2026-11-24 */
	readonly day: string;
	readonly counts: Partial<Readonly<Record<VisitStep, number>>>;
}

/** Counts steps by day, without anything about the visitor. */
export interface VisitCounts {
	/** Counts after the response. A step that can't be counted is lost. */
	count(step: VisitStep): void;
	/** The days from one to another, both included. Days without a visit are left out. */
	between(from: string, to: string): Promise<readonly DayOfVisits[]>;
}
