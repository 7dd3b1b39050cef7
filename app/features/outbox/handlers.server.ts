import type { Dns } from "~/features/dns/dns.server";
import type { DomainManagement } from "~/features/domains/manage.server";
import type { Emails } from "~/features/email/email.server";
import type { Hosting } from "~/features/hosting/hosting.server";
import type { Orders } from "~/features/orders/orders.server";
import type { Payments } from "~/features/payments/payments.server";
import { done, type EventHandlers } from "./outbox";

interface Dependencies {
	readonly dns: Dns;
	readonly domainManagement: DomainManagement;
	readonly hosting: Pick<Hosting, "deleteAccount">;
	readonly emails: Pick<Emails, "handlers">;
	readonly orders: Orders;
	readonly payments: Payments;
}

/** The handler of each kind of event. */
export const createHandlers = ({
	dns,
	domainManagement,
	hosting,
	emails,
	orders,
	payments,
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

	"payment.check": ({ paymentId }) => payments.check(paymentId).then(() => done),
});
