import { type Change, change, emit, emitAgain, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Job } from "~/db/schema";
import { addonActivated, addonExtended } from "~/features/addons/addon-changes.server";
import { paidUntil, renewedFrom } from "~/features/addons/addon-terms";
import type { Registrations } from "~/features/domains/registrations.server";
import {
	planActivated,
	planChanged,
	planExtended,
	updatePanelAccount,
} from "~/features/hosting/hosting-changes.server";
import { isRunByStaff } from "~/features/hosting/hosting-facts";
import { applyLimits } from "~/features/hosting/plan-change";
import { creditWithTax, paidAfterChange, paidAfterRenewal, prorate } from "~/features/hosting/proration";
import { expiryAfterRenewal } from "~/features/hosting/renewal";
import { isInvoiceDue, renewalInvoiceItem } from "~/features/renewals/renewal-invoice";
import { stockSent } from "~/features/stock/stock-changes.server";
import { addMonths } from "~/lib/add-months";
import { money } from "~/lib/money";
import type { ActivityParams } from "~/registry";
import { afterDiscount } from "./fulfilment-plan.server";
import type { JobKind } from "./job";
import type { JobOutcomeRepo } from "./job-outcome.repo.server";
import type { JobSubject } from "./jobs.repo.server";
import { lineSubject } from "./line-subject";
import { operationId, type Provisioned, renewalOf } from "./provisioning";

interface Finished {
	/** Updates the domain, plan and credit, and emits the email. */
	readonly effects?: Change;
	/** The id of the domain, plan or line, for the log. */
	readonly subjectId: string;
	readonly result: ActivityParams<"job.done">["result"];
}

type Outcome = Provisioned & { readonly state: "done" };
type Tools = JobOutcomeRepo & { readonly db: Database; readonly registrations: Registrations };
type Work = readonly [tools: Tools, job: Job, subject: JobSubject, outcome: Outcome, now: number];

/** Updates the domain or plan of a finished job and notifies the customer. `now` in ms. */
export function finishJob(...work: Work): Change {
	const [, job, { order }] = work;
	const { id, userId, kind } = job;
	const { effects, subjectId, result } = finishers[kind](...work);
	return change(
		effects,
		log({ kind: "job.done", actor: "system", params: { result }, owner: { userId }, subjectId }),
		notify({ kind: "job.done", userId, params: { orderId: order.id, result }, once: id }),
	);
}

/** One email per operation of a job. */
const emailOf = (job: Job) => ({ userId: job.userId, once: operationId(job) });

const finishers: Readonly<Record<JobKind, (...work: Work) => Finished>> = {
	register_domain: activeDomain,
	transfer_domain: activeDomain,
	renew_domain(repo, job, { line, domain }, { expiresAt }, now) {
		const name = lineSubject(line);
		if (!domain || expiresAt === undefined) return ready(line.id, name);
		return {
			effects: change(
				repo.registrations.extend(domain, expiresAt, now),
				emit({ kind: "mail.renewed", payload: { domainId: domain.id }, ...emailOf(job) }),
			),
			subjectId: domain.id,
			result: { state: "renewed", name, until: expiresAt },
		};
	},
	restore_domain(repo, job, { line, order, domain, paid }, { expiresAt, ref }, now) {
		const name = lineSubject(line);
		if (!domain || expiresAt === undefined) return ready(line.id, name);
		// The order has no other line.
		const fee = Math.floor((paid * (line.details.restoreFee ?? 0)) / line.amount);
		const credit = ref === renewalOf(job) && fee > 0 ? money(fee, order.currency) : null;
		return {
			effects: change(
				repo.registrations.extend(domain, expiresAt, now),
				credit && repo.credit(job, "order_line", credit, now),
				emit({ kind: "mail.domain-restored", payload: { domainId: domain.id, credit }, ...emailOf(job) }),
			),
			subjectId: domain.id,
			result: { state: "restored", name, until: expiresAt, credit },
		};
	},
	create_hosting(repo, job, { line, hosting }, { ip = null }, now) {
		const name = lineSubject(line);
		if (!hosting) return ready(line.id, name);
		const expiresAt = addMonths(now, hosting.termMonths);
		return {
			...ready(hosting.id, name),
			effects: change(
				planActivated(repo.db, hosting.id, { ip, expiresAt }, now),
				emit({ kind: "mail.hosting-ready", payload: { planId: hosting.id }, ...emailOf(job) }),
			),
		};
	},
	renew_hosting(repo, job, { line, order, hosting }, _outcome, now) {
		if (!hosting) return ready(line.id, line.name);
		const { months = hosting.termMonths } = line.details;
		const until = expiryAfterRenewal(hosting, months, now);
		const rate = order.discount > 0 ? afterDiscount(hosting.price, order) : hosting.price;
		const paid = paidAfterRenewal(hosting, { rate, until }, now);
		return {
			effects: change(
				planExtended(repo.db, hosting, { expiresAt: until, paid }, now),
				// The call that suspends the account may have come after the one of this job that lifted the suspension.
				hosting.status === "suspended" &&
					!isRunByStaff(hosting.productId) &&
					updatePanelAccount(hosting.id, job.userId),
				emit({ kind: "mail.renewed", payload: { planId: hosting.id }, ...emailOf(job) }),
			),
			subjectId: hosting.id,
			result: { state: "renewed", name: hosting.name, until },
		};
	},
	change_hosting(repo, job, { line, order, taxBasisPoints, hosting }, _outcome, now) {
		const { hosting: facts, credit: agreed = 0, creditTaxBasisPoints = taxBasisPoints } = line.details;
		if (!hosting || !facts) return ready(line.id, line.name);
		const { name, features, price } = facts;
		const { currency, expiresAt } = hosting;
		const [term, next] = [{ ...hosting, price: money(hosting.price, currency) }, money(price, currency)];
		// If a free domain was refused since the customer agreed, more counts as paid than at that time.
		const paid = paidAfterChange(term, next);
		const proration = expiresAt === null ? null : prorate({ ...term, expiresAt }, next, order.createdAt);
		const returned = Math.max(agreed, proration ? creditWithTax(proration.credit, creditTaxBasisPoints).amount : 0);
		const resources = applyLimits(hosting.resources, facts.resources);
		const values = { productId: line.productId, name, features, price, paid, resources };
		const credit = returned > 0 ? money(returned, order.currency) : null;
		return {
			effects: change(
				planChanged(repo.db, hosting, values, now),
				// Its renewal may have left an invoice for this change.
				isInvoiceDue(expiresAt, hosting.termMonths, now) &&
					emitAgain("renewal.invoice-plan", renewalInvoiceItem({ id: hosting.id, expiresAt }), now),
				credit && repo.credit(job, "plan_change", credit, now),
				emit({ kind: "mail.hosting-changed", payload: { planId: hosting.id, change: "plan" }, ...emailOf(job) }),
			),
			subjectId: hosting.id,
			result: { state: "changed", name: hosting.name, plan: line.name, credit },
		};
	},
	activate_addon(repo, _job, { line, addon }, _outcome, now) {
		const name = lineSubject(line);
		if (!addon) return ready(line.id, name);
		const expiresAt = addMonths(now, line.details.months ?? addon.termMonths);
		return { ...ready(line.id, name), effects: addonActivated(repo.db, addon.id, expiresAt, now) };
	},
	renew_addon(repo, _job, { line, addon }, _outcome, now) {
		if (!addon) return ready(line.id, line.name);
		const { months = addon.termMonths } = line.details;
		const until = paidUntil(
			renewedFrom(addon.expiresAt ?? now, addon.parentStatus, now),
			months,
			addon.parentExpiresAt,
		);
		return {
			effects: addonExtended(repo.db, addon, until, now),
			subjectId: line.id,
			result: { state: "renewed", name: line.name, until },
		};
	},
	ship_hardware: (repo, _job, { line }) => ({ ...ready(line.id, line.name), effects: stockSent(repo.db, line.id) }),
};

function activeDomain(...[repo, job, subject, { expiresAt, found }, now]: Work): Finished {
	const { line, domain, formerHolders } = subject;
	if (!domain) throw new Error(`Job ${job.id} is about no domain`);
	const transferred = job.kind === "transfer_domain";
	const facts = { registryId: found?.object.id ?? null, expiresAt: found?.expiry ?? expiresAt ?? null };
	const activated = repo.registrations.activate(
		domain,
		{ ...facts, ...(transferred && { kept: found }) },
		{ formerHolders, by: transferred ? "transfer" : "registration" },
		now,
	);
	return {
		effects: change(
			repo.requeueWaitingTransfers(domain, now),
			activated,
			transferred && repo.deleteAuthCode(line.id),
			emit({ kind: "mail.domain-active", payload: { domainId: domain.id }, ...emailOf(job) }),
		),
		subjectId: domain.id,
		result: { state: "registered", name: lineSubject(line) },
	};
}

const ready = (subjectId: string, name: string): Finished => ({ subjectId, result: { state: "ready", name } });
