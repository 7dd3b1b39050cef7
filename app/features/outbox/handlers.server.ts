import type { Closing } from "~/features/closing/closing.server";
import type { Dns } from "~/features/dns/dns.server";
import type { DomainManagement } from "~/features/domains/manage.server";
import type { Emails } from "~/features/email/email.server";
import type { Hosting } from "~/features/hosting/hosting.server";
import type { Orders } from "~/features/orders/orders.server";
import type { Payments } from "~/features/payments/payments.server";
import type { Expiry } from "~/features/renewals/expiry.server";
import type { RenewalInvoices } from "~/features/renewals/renewal-invoices.server";
import { done, type EventHandlers } from "./outbox";

interface Dependencies {
	readonly closing: Pick<Closing, "closeDue">;
	readonly dns: Dns;
	readonly domainManagement: DomainManagement;
	readonly expiry: Pick<Expiry, "expire">;
	readonly hosting: Pick<Hosting, "deleteAccount">;
	readonly emails: Pick<Emails, "handlers">;
	readonly orders: Orders;
	readonly payments: Payments;
	readonly renewalInvoices: Pick<RenewalInvoices, "invoiceDomain" | "invoicePlan">;
}

/** The handler of each kind of event. */
export const createHandlers = ({
	closing,
	dns,
	domainManagement,
	expiry,
	hosting,
	emails,
	orders,
	payments,
	renewalInvoices,
}: Dependencies): EventHandlers => ({
	...emails.handlers,

	"dns.publish": async ({ domainId }) =>
		(await dns.publish(domainId)) === "published"
			? done
			: { state: "failed", reason: "The zone was changed in the meantime" },

	"domain.sync": async ({ domainId }) => {
		const synced = await domainManagement.sync(domainId);
		if (synced === "done") return done;
		if (synced === "by_hand") return { state: "refused", reason: "Must be done by hand at the registrar" };
		return { state: "postponed", reason: "The registry has not finished", until: synced.until };
	},

	"hosting.delete": ({ planId }) => hosting.deleteAccount(planId),

	"job.run": ({ jobId }) => orders.runJob(jobId).then(() => done),

	"account.close": closing.closeDue,
	"domain.expire": expiry.expire,
	"order.cancel-unpaid": orders.cancelUnpaid,
	"renewal.invoice-domain": renewalInvoices.invoiceDomain,
	"renewal.invoice-plan": renewalInvoices.invoicePlan,

	"payment.check": ({ paymentId }) => payments.check(paymentId).then(() => done),
});
