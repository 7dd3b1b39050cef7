import type { Term } from "~/features/catalog/product";
import { addMonths } from "~/lib/add-months";
import { fail, ok, type Result } from "~/lib/result";
import type { HostingStatus } from "./hosting-state";

/** A plan as far as its renewal depends on it. */
export interface RenewablePlan {
	readonly name: string;
	readonly status: HostingStatus;
	/** Milliseconds. */
	readonly expiresAt: number | null;
	readonly cancelledAt: number | null;
	readonly termMonths: number;
}

/** What the price list calls a plan's term. */
export const renewalTerm = (termMonths: number): Term => (termMonths === 12 ? "annual" : "monthly");

/** Terms that can be paid ahead at once: a year of months, or three years. */
const mostTerms = (termMonths: number): number => (termMonths === 12 ? 3 : 12);

/** A plan that runs goes on from where its term ends; one that stands still, from the day it is paid. */
export function expiryAfterRenewal(
	plan: Pick<RenewablePlan, "status" | "expiresAt">,
	months: number,
	now: number,
): number {
	const end = plan.expiresAt ?? now;
	return addMonths(plan.status === "suspended" ? Math.max(end, now) : end, months);
}

/** How many terms a plan can be renewed for, or why it can't be. */
export function planRenewal(plan: RenewablePlan): Result<{ most: number; expiresAt: number }> {
	const { name, status, expiresAt, cancelledAt, termMonths } = plan;
	if (status === "pending" || expiresAt === null)
		return fail("conflict", `${name} is still being set up. Renew it once it is active.`);
	if (status === "terminated") return fail("conflict", `${name} has ended. Choose a new plan instead.`);
	if (cancelledAt !== null)
		return fail("conflict", `${name} was cancelled and ends with its term. Keep it first, then renew it.`);
	return ok({ most: mostTerms(termMonths), expiresAt });
}
