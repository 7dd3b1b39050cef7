import type { Term } from "~/features/catalog/product";
import { addMonths } from "~/lib/add-months";
import { fail, ok, type Result } from "~/lib/result";
import type { HostingStatus } from "./hosting-state";

/** The parts of a plan that its renewal depends on. */
export interface RenewablePlan {
	readonly name: string;
	readonly status: HostingStatus;
	/** In ms. */
	readonly expiresAt: number | null;
	readonly cancelledAt: number | null;
	readonly termMonths: number;
}

/** The catalogue's name of a plan's term. */
export const renewalTerm = (termMonths: number): Term => (termMonths === 12 ? "annual" : "monthly");

/** How many terms can be paid ahead: twelve months or three years. */
const maxTerms = (termMonths: number): number => (termMonths === 12 ? 3 : 12);

/** A renewal extends the term from its end, or from now if the plan is suspended and has expired. Returns ms. */
export function expiryAfterRenewal(
	plan: Pick<RenewablePlan, "status" | "expiresAt">,
	months: number,
	now: number,
): number {
	const end = plan.expiresAt ?? now;
	return addMonths(plan.status === "suspended" ? Math.max(end, now) : end, months);
}

/** How many terms a plan can be renewed for. Fails with `conflict` if it can't be renewed. */
export function planRenewal(plan: RenewablePlan): Result<{ most: number; expiresAt: number }> {
	const { name, status, expiresAt, cancelledAt, termMonths } = plan;
	if (status === "pending" || expiresAt === null)
		return fail("conflict", `${name} is still being set up. Renew it once it is active.`);
	const isEnded = status === "terminated" || (status === "suspended" && cancelledAt !== null);
	if (isEnded) return fail("conflict", `${name} has ended. Choose a new plan instead.`);
	if (cancelledAt !== null)
		return fail("conflict", `${name} is cancelled and ends with its term. Keep it first, then renew it.`);
	return ok({ most: maxTerms(termMonths), expiresAt });
}
