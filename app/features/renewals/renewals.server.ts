import type { RenewalLookup } from "~/features/cart/renewal-lookup.server";
import type { Orders } from "~/features/orders/orders.server";
import { createExpiry, type ExpiryDependencies } from "./expiry.server";
import { createOverduePlans, type OverduePlansDependencies } from "./overdue-plans.server";
import { createReminderSchedule } from "./reminder-schedule.server";
import { createRenewalCharges, type RenewalChargesDependencies } from "./renewal-charges.server";
import { createRenewalInvoices, type RenewalInvoicesDependencies } from "./renewal-invoices.server";

interface Dependencies
	extends Omit<ExpiryDependencies, "orders" | "reminderDays">,
		Omit<OverduePlansDependencies, "orders" | "reminderDays">,
		RenewalChargesDependencies,
		Omit<RenewalInvoicesDependencies, "orders" | "reminderDays"> {
	readonly orders: Pick<Orders, "place" | "commitWithoutRenewal">;
	readonly lookup: Pick<RenewalLookup, "pending" | "registration">;
}

export type Renewals = ReturnType<typeof createRenewals>;

/**
 * Everything about the end of domains and plans: pending orders and registry data that a page shows (`lookup`), the
 * invoice before the end, the automatic charge, what happens to a domain or plan that is not renewed, and on which days
 * customers are reminded.
 */
export function createRenewals({ lookup, ...services }: Dependencies) {
	const reminderSchedule = createReminderSchedule(services);
	const dependencies = { ...services, reminderDays: reminderSchedule.current };
	return {
		pending: lookup.pending,
		registration: lookup.registration,
		charges: createRenewalCharges(dependencies),
		expiry: createExpiry(dependencies),
		invoices: createRenewalInvoices(dependencies),
		overduePlans: createOverduePlans(dependencies),
		reminderSchedule,
	};
}
