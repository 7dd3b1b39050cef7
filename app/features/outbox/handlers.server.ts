import type { Archive } from "~/features/archive/archive.server";
import type { Closing } from "~/features/closing/closing.server";
import type { Dns } from "~/features/dns/dns.server";
import type { RegistrationComparison } from "~/features/domains/compare-registrations.server";
import type { DomainManagement } from "~/features/domains/manage.server";
import type { Emails } from "~/features/email/email.server";
import type { Fiscal } from "~/features/fiscal/fiscal.server";
import type { Hosting } from "~/features/hosting/hosting.server";
import type { PlanDomains } from "~/features/hosting/plan-domain.server";
import type { Orders } from "~/features/orders/orders.server";
import type { Payments } from "~/features/payments/payments.server";
import type { Refunds } from "~/features/refunds/refunds.server";
import type { Renewals } from "~/features/renewals/renewals.server";
import { done, type EventHandlers } from "./outbox";

interface Dependencies {
	readonly archive: Pick<Archive, "moveMonth" | "deleteAll">;
	readonly closing: Pick<Closing, "closeDue">;
	readonly dns: Dns;
	readonly domainManagement: DomainManagement;
	readonly fiscal: Pick<Fiscal, "sign">;
	readonly hosting: Pick<Hosting, "deleteAccount" | "updateAccount">;
	readonly emails: Pick<Emails, "handlers">;
	readonly orders: Orders;
	readonly payments: Payments;
	readonly planDomains: Pick<PlanDomains, "checkCertificate" | "updatePanel">;
	readonly refunds: Pick<Refunds, "adopt" | "check">;
	readonly registrationComparison: Pick<RegistrationComparison, "reconcile">;
	readonly renewals: Pick<Renewals, "charges" | "expiry" | "invoices" | "overduePlans">;
}

/** The handler of each kind of event. */
export const createHandlers = ({
	archive,
	closing,
	dns,
	domainManagement,
	fiscal,
	hosting,
	emails,
	orders,
	payments,
	planDomains,
	refunds,
	registrationComparison,
	renewals,
}: Dependencies): EventHandlers => ({
	...emails.handlers,

	"dns.publish": async ({ domainId }) => {
		const published = await dns.publish(domainId);
		if (published === "published") return done;
		if (published === "again") return { state: "failed", reason: "The zone was changed in the meantime" };
		const { set, refused } = published;
		return { state: "refused", reason: set ? `${set.type} ${set.name} ${refused}` : refused };
	},

	"dns.unsign": ({ domainId, since }) => dns.unsign(domainId, since).then(() => done),

	"domain.sync": async ({ domainId }) => {
		const synced = await domainManagement.sync(domainId);
		if (synced === "done") return done;
		if (synced === "by_hand") return { state: "refused", reason: "Must be done by hand at the registrar" };
		return { state: "postponed", reason: "The registry has not finished", until: synced.until };
	},

	"fiscal.sign": fiscal.sign,

	"hosting.certificate": planDomains.checkCertificate,
	"hosting.delete": ({ planId }) => hosting.deleteAccount(planId),
	"hosting.set-domain": ({ planId }) => planDomains.updatePanel(planId),
	"hosting.update-account": ({ planId }) => hosting.updateAccount(planId),

	"job.run": ({ jobId }) => orders.runJob(jobId).then(() => done),

	"archive.delete": ({ userId }) => archive.deleteAll(userId).then(() => done),

	"account.close": closing.closeDue,
	"archive.month": archive.moveMonth,
	"domain.expire": renewals.expiry.expire,
	"domain.reconcile": registrationComparison.reconcile,
	"order.cancel-unpaid": orders.cancelUnpaid,
	"plan.end": renewals.overduePlans.end,
	"plan.suspend": renewals.overduePlans.suspend,
	"renewal.charge-domain": renewals.charges.chargeDomain,
	"renewal.charge-plan": renewals.charges.chargePlan,
	"renewal.invoice-domain": renewals.invoices.invoiceDomain,
	"renewal.invoice-plan": renewals.invoices.invoicePlan,
	"renewal.resolve-charge": renewals.charges.resolveCharge,

	"payment.check": ({ paymentId }) => payments.check(paymentId).then(() => done),
	"payment.match": async (direct) =>
		(await payments.direct.match(direct))
			? done
			: { state: "failed", reason: "A request for the same invoice and amount may have been paid with this money" },
	"payment.request-confirmation": async (notice) =>
		(await payments.direct.requestConfirmation(notice))
			? done
			: { state: "failed", reason: "The provider does not take questions about the payment now" },
	"payment.confirm": async (report) =>
		(await payments.confirm(report))
			? done
			: { state: "failed", reason: "The provider has not confirmed the payment that its webhook reported" },

	"refund.adopt": refunds.adopt,
	"refund.check": ({ refundId }) => refunds.check(refundId).then(() => done),
});
