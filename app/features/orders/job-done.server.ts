import type { Statement } from "~/db/client.server";
import type { Job } from "~/db/schema";
import type { Holdings } from "~/features/domains/holdings.server";
import { underNewLimits } from "~/features/hosting/plan-change";
import { paidWithRenewal } from "~/features/hosting/proration";
import { renewedUntil } from "~/features/hosting/renewal";
import { addMonths } from "~/lib/add-months";
import { formatDay, type Locale } from "~/lib/dates";
import { formatMoney, money } from "~/lib/money";
import { afterDiscount } from "./fulfilment-plan.server";
import type { JobKind } from "./job";
import type { JobOutcomeRepo } from "./job-outcome.repo.server";
import type { JobSubject } from "./jobs.repo.server";
import type { Provisioned } from "./provisioning";

interface Done {
	readonly statements: readonly Statement[];
	/** What the log is about. */
	readonly subjectId: string;
	readonly title: string;
	readonly body: string;
	/** Of its statements: to dispatch after the batch. */
	readonly effects?: readonly string[];
	/** To dispatch after the batch. */
	readonly mail?: { readonly id: string; readonly statement: Statement };
}

type Outcome = Provisioned & { readonly state: "done" };
type Tools = JobOutcomeRepo & { readonly holdings: Holdings };
type Work = readonly [tools: Tools, job: Job, subject: JobSubject, outcome: Outcome, now: number];

/** What it means for its domain or plan, and for the customer, that the work for a line is done. */
export const jobDone = (...work: Work): Done => meanings[work[1].kind](...work);

const meanings: Readonly<Record<JobKind, (...work: Work) => Done>> = {
	register_domain: activeDomain,
	transfer_domain: activeDomain,
	renew_domain(repo, job, { line, domain, reader }, { expiresAt }, now) {
		const name = subjectOf(line);
		if (!domain || expiresAt === undefined) return ready(line.id, name);
		return {
			...repo.holdings.extended(domain, expiresAt, now),
			...renewed(domain.id, name, expiresAt, reader),
			mail: repo.mail("mail.renewed", { domainId: domain.id }, job, now),
		};
	},
	create_hosting(repo, _job, { line, hosting }, { ip }, now) {
		const name = subjectOf(line);
		if (!hosting) return ready(line.id, name);
		const expiresAt = addMonths(now, hosting.termMonths);
		return {
			...ready(hosting.id, name),
			statements: [repo.activateHosting(hosting.id, { ip: ip ?? null, expiresAt, now })],
		};
	},
	renew_hosting(repo, job, { line, order, hosting, reader }, _outcome, now) {
		if (!hosting) return ready(line.id, line.name);
		const { months = hosting.termMonths } = line.details;
		const until = renewedUntil(hosting, months, now);
		const rate = order.discount > 0 ? afterDiscount(hosting.price, order) : hosting.price;
		const paid = paidWithRenewal(hosting, { rate, until }, now);
		return {
			statements: repo.extendHosting(hosting, { expiresAt: until, paid, now }),
			...renewed(hosting.id, hosting.name, until, reader),
			mail: repo.mail("mail.renewed", { planId: hosting.id }, job, now),
		};
	},
	change_hosting(repo, job, { line, order, hosting, reader }, _outcome, now) {
		const { hosting: facts, paid = null, credit = 0 } = line.details;
		if (!hosting || !facts) return ready(line.id, line.name);
		const { name, features, price } = facts;
		const resources = underNewLimits(hosting.resources, facts.resources);
		const values = { productId: line.productId, name, features, price, paid, resources };
		const kept = money(credit, order.currency);
		const given = credit > 0 ? ` ${formatMoney(kept, reader.language)} are your credit now.` : "";
		return {
			statements: [
				...repo.changeHosting(hosting, values, now),
				...(credit > 0 ? [repo.credit(job, "plan_change", kept, now)] : []),
			],
			subjectId: hosting.id,
			title: `${hosting.name} is now ${line.name}`,
			body: `Your plan is ${line.name} from now on.${given}`,
			mail: repo.mail("mail.hosting-changed", { planId: hosting.id, change: "plan" }, job, now),
		};
	},
	activate_addon: (_repo, _job, { line }) => ready(line.id, subjectOf(line)),
	ship_hardware: (_repo, _job, { line }) => ready(line.id, line.name),
};

function activeDomain(...[repo, job, subject, { expiresAt, found }, now]: Work): Done {
	const { line, domain, formerHolders } = subject;
	const name = subjectOf(line);
	if (!domain) throw new Error(`Job ${job.id} is about no domain`);
	const transferred = job.kind === "transfer_domain";
	const facts = { registryId: found?.object.id ?? null, expiresAt: found?.expiry ?? expiresAt ?? null };
	const { statements, effects } = repo.holdings.activated(
		domain,
		{ ...facts, ...(transferred && { kept: found }) },
		{ formerHolders, by: transferred ? "transfer" : "registration" },
		now,
	);
	return {
		...ready(domain.id, name),
		statements: [...statements, ...(transferred ? [repo.forgetAuthCode(line.id)] : [])],
		effects,
		body: `${name} is registered and active.`,
		mail: repo.mail("mail.domain-active", { domainId: domain.id }, job, now),
	};
}

/** What the line is about. */
const subjectOf = ({ domain, name }: JobSubject["line"]): string => domain ?? name;

const ready = (subjectId: string, name: string): Done => ({
	statements: [],
	subjectId,
	title: `${name} is ready`,
	body: `${name} is active.`,
});

function renewed(subjectId: string, name: string, until: number, reader: Locale) {
	const title = `${name} is renewed`;
	return { subjectId, title, body: `${name} is now paid until ${formatDay(until, reader)}.` };
}
