import type { Dns } from "~/features/dns/dns.server";
import type { DomainManagement } from "~/features/domains/manage.server";
import type { Hosting } from "~/features/hosting/hosting.server";
import { mailKinds } from "~/features/mail/mail";
import type { Mail } from "~/features/mail/mail.server";
import type { Orders } from "~/features/orders/orders.server";
import type { Payments } from "~/features/payments/payments.server";
import type { WorkKind } from "~/registry";
import { done } from "./outbox";
import type { EventHandler } from "./outbox.server";

interface Dependencies {
	readonly dns: Dns;
	readonly domainManagement: DomainManagement;
	readonly hosting: Pick<Hosting, "deleteAccount">;
	readonly mail: Mail;
	readonly orders: Orders;
	readonly payments: Payments;
}

/** What each kind of effect does when its turn comes; a row of a kind that is not here is dead. */
export function createHandlers({
	dns,
	domainManagement,
	hosting,
	mail,
	orders,
	payments,
}: Dependencies): ReadonlyMap<string, EventHandler> {
	const work: Readonly<Record<WorkKind, EventHandler>> = {
		"dns.publish": async ({ payload }) =>
			(await dns.publish(String(payload.domainId))) === "published"
				? done
				: { state: "failed", reason: "The zone was changed meanwhile" },
		"domain.sync": async ({ payload }) => {
			const synced = await domainManagement.sync(String(payload.domainId));
			if (synced === "done") return done;
			if (synced === "by_hand") return { state: "refused", reason: "To be done by hand at the registrar" };
			return { state: "postponed", reason: "The registry is still at it", until: synced.until };
		},
		"hosting.delete": ({ payload }) => hosting.deleteAccount(String(payload.planId)),
		"job.run": ({ payload }) => orders.runJob(String(payload.jobId)).then(() => done),
		"payment.check": ({ payload }) => payments.check(String(payload.paymentId)).then(() => done),
	};
	return new Map<string, EventHandler>([
		...mailKinds.map((kind) => [kind, mail.deliver] as const),
		...Object.entries(work),
	]);
}
