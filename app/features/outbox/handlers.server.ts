import type { Archive } from "~/features/archive/archive.server";
import type { BulkActions } from "~/features/bulk-actions/bulk-actions.server";
import type { CatalogDesk } from "~/features/catalog-desk/catalog-desk.server";
import type { Closing } from "~/features/closing/closing.server";
import type { Dns } from "~/features/dns/dns.server";
import type { ZoneMoves } from "~/features/dns/zone-moves.server";
import { byHandReason } from "~/features/domains/by-hand";
import type { RegistrationComparison } from "~/features/domains/compare-registrations.server";
import type { DomainManagement } from "~/features/domains/manage.server";
import type { Pushes } from "~/features/domains/pushes.server";
import { type EmailKind, emailKinds } from "~/features/email/email";
import type { Emails } from "~/features/email/email.server";
import type { Fiscal } from "~/features/fiscal/fiscal.server";
import type { TaskRuns } from "~/features/health/task-runs.server";
import type { HelpDesk } from "~/features/help-desk/help-desk.server";
import type { Hosting } from "~/features/hosting/hosting.server";
import type { PlanDomains } from "~/features/hosting/plan-domain.server";
import type { Orders } from "~/features/orders/orders.server";
import type { Payments } from "~/features/payments/payments.server";
import type { Refunds } from "~/features/refunds/refunds.server";
import type { Renewals } from "~/features/renewals/renewals.server";
import type { Stock } from "~/features/stock/stock.server";
import { type DeadLetterChanges, done, type EventHandler, type EventHandlers } from "./outbox";

interface Dependencies {
	readonly archive: Pick<Archive, "deleteAll" | "moveMonth" | "moveToAccount">;
	readonly bulkActions: Pick<BulkActions, "queueRows" | "rowFailed" | "runRow">;
	readonly catalogDesk: Pick<CatalogDesk, "distribute">;
	readonly closing: Pick<Closing, "closeDue">;
	readonly dns: Dns;
	readonly domainManagement: DomainManagement;
	readonly fiscal: Pick<Fiscal, "sign">;
	readonly helpDesk: Pick<HelpDesk, "distribute">;
	readonly hosting: Pick<Hosting, "deleteAccount" | "endSuspension" | "updateAccount">;
	readonly emails: Pick<Emails, "handlers">;
	readonly orders: Orders;
	readonly payments: Payments;
	readonly planDomains: Pick<PlanDomains, "checkCertificate" | "leftToStaff" | "updatePanel">;
	readonly pushes: Pick<Pushes, "expire" | "resetAuthCode">;
	readonly refunds: Pick<Refunds, "adopt" | "adoptListed" | "check">;
	readonly registrationComparison: Pick<RegistrationComparison, "reconcile">;
	readonly stock: Pick<Stock, "distribute">;
	readonly zoneMoves: Pick<ZoneMoves, "run">;
	readonly taskRuns: Pick<TaskRuns, "runStarted">;
	readonly renewals: Pick<Renewals, "charges" | "expiry" | "invoices" | "overduePlans">;
}

/** The handler of each kind of event. A message needs one of them, so services are created when a handler runs. */
export const createHandlers = (all: Dependencies): EventHandlers => ({
	...emailHandlers(all),

	"bulk.start": (payload) => all.bulkActions.queueRows(payload),
	"bulk.row": (payload) => all.bulkActions.runRow(payload),

	"catalog.publish": (payload) => all.catalogDesk.distribute(payload),

	"stock.publish": () => all.stock.distribute(),

	"help.publish": () => all.helpDesk.distribute(),

	"dns.publish": async ({ domainId }) => {
		const published = await all.dns.publish(domainId);
		if (published === "published") return done;
		if (published === "again") return { state: "failed", reason: "The zone was changed in the meantime" };
		const { set, refused } = published;
		return { state: "refused", reason: set ? `${set.type} ${set.name} ${refused}` : refused };
	},

	"dns.unsign": ({ domainId, since }) => all.dns.unsign(domainId, since).then(() => done),

	"dns.move": ({ domainId }) => all.zoneMoves.run(domainId),

	"domain.sync": async ({ domainId }) => {
		const synced = await all.domainManagement.sync(domainId);
		if (synced === "done") return done;
		if (synced === "by_hand") return { state: "refused", reason: byHandReason };
		return { state: "postponed", reason: "The registry has not finished", until: synced.until };
	},

	"domain.reset-auth-code": async ({ domainId }) =>
		(await all.pushes.resetAuthCode(domainId)) === "done"
			? done
			: { state: "refused", reason: "Set a new authorization code by hand at the registrar" },

	"fiscal.sign": (payload) => all.fiscal.sign(payload),

	"hosting.certificate": (payload, row) => all.planDomains.checkCertificate(payload, row),
	"hosting.delete": ({ planId }) => all.hosting.deleteAccount(planId),
	"hosting.set-domain": ({ planId }) => all.planDomains.updatePanel(planId),
	"hosting.update-account": ({ planId }) => all.hosting.updateAccount(planId),

	"job.run": ({ jobId }) => all.orders.runJob(jobId).then(() => done),

	"archive.delete": ({ userId }) => all.archive.deleteAll(userId).then(() => done),

	"archive.move": (payload) => all.archive.moveToAccount(payload).then(() => done),

	"account.close": (payload) => all.closing.closeDue(payload),
	"archive.month": (payload, row) => all.archive.moveMonth(payload, row),
	"domain.expire": (payload) => all.renewals.expiry.expire(payload),
	"domain.push-expire": (payload) => all.pushes.expire(payload),
	"domain.reconcile": (payload) => all.registrationComparison.reconcile(payload),
	"order.cancel-unpaid": (payload) => all.orders.cancelUnpaid(payload),
	"payment.prompt": (payload) => all.payments.prompts.send(payload),
	"plan.end": (payload) => all.renewals.overduePlans.end(payload),
	"plan.suspend": (payload, { createdAt }) => all.renewals.overduePlans.suspend(payload, createdAt),
	"plan.unsuspend": (payload) => all.hosting.endSuspension(payload),
	"renewal.charge-domain": (payload) => all.renewals.charges.chargeDomain(payload),
	"renewal.charge-plan": (payload) => all.renewals.charges.chargePlan(payload),
	"renewal.invoice-domain": (payload) => all.renewals.invoices.invoiceDomain(payload),
	"renewal.invoice-plan": (payload) => all.renewals.invoices.invoicePlan(payload),
	"renewal.resolve-charge": (payload) => all.renewals.charges.resolveCharge(payload),

	"task.run": (payload) => all.taskRuns.runStarted(payload),

	"payment.check": ({ paymentId }) => all.payments.check(paymentId).then(() => done),
	"payment.match": async (direct) =>
		(await all.payments.direct.match(direct))
			? done
			: { state: "failed", reason: "A request for the same invoice and amount may have been paid with this money" },
	"payment.request-confirmation": async (notice) =>
		(await all.payments.direct.requestConfirmation(notice))
			? done
			: { state: "failed", reason: "The provider does not take questions about the payment now" },
	"payment.confirm": async (report) =>
		(await all.payments.confirm(report))
			? done
			: { state: "failed", reason: "The provider has not confirmed the payment that its webhook reported" },

	"refund.adopt": (payload) => all.refunds.adopt(payload),
	"refund.listed": (payload) => all.refunds.adoptListed(payload),
	"refund.check": ({ refundId }) => all.refunds.check(refundId).then(() => done),
});

/** Created when an event becomes a dead letter. */
export const createDeadLetterChanges = (all: Pick<Dependencies, "bulkActions" | "planDomains">): DeadLetterChanges => ({
	"hosting.set-domain": ({ planId }) => all.planDomains.leftToStaff(planId),
	"bulk.row": (payload, reason) => all.bulkActions.rowFailed(payload, reason),
});

function emailHandlers(all: Pick<Dependencies, "emails">): Pick<EventHandlers, EmailKind> {
	const handlerOf =
		<K extends EmailKind>(kind: K): EventHandler<K> =>
		(payload, row) =>
			(all.emails.handlers[kind] as EventHandler<K>)(payload, row);
	return Object.fromEntries(emailKinds.map((kind) => [kind, handlerOf(kind)])) as Pick<EventHandlers, EmailKind>;
}
