import type { Statement } from "~/db/client.server";
import type { Job } from "~/db/schema";
import type { Holdings } from "~/features/domains/holdings.server";
import { formatMoney, money } from "~/lib/money";
import type { JobOutcomeRepo } from "./job-outcome.repo.server";
import type { JobSubject } from "./jobs.repo.server";
import { lineShare } from "./line-share";

interface Tools {
	readonly outcomes: JobOutcomeRepo;
	readonly holdings: Pick<Holdings, "claimEnded">;
}

interface Returned {
	/** For the batch that ends the job, after the statements that end it. */
	readonly statements: readonly Statement[];
	readonly effects: readonly string[];
	/** For the customer: what happened, and what became credit. */
	readonly message: string;
}

type Subject = Pick<JobSubject, "line" | "lines" | "order" | "paid" | "domain" | "reader">;

/**
 * A registration or a transfer that is given up: its row ends, what was paid for its line becomes credit, once, and the
 * customer is told. @param why a sentence for the customer.
 */
export function lineReturned(
	{ outcomes, holdings }: Tools,
	job: Job,
	{ line, lines, order, paid, domain, reader }: Subject,
	why: string,
	now: number,
): Returned {
	const share = money(lineShare(line.id, lines, { paid, shipping: order.shipping }), order.currency);
	const credited = share.amount > 0;
	const sum = formatMoney(share, reader.language);
	const message = credited ? `${why} ${sum} is credit in your account now: it pays your next invoice.` : why;
	const waiting = domain?.status === "pending" || domain?.status === "transfer_in";
	const mail = outcomes.mail("mail.order-line-returned", { jobId: job.id }, job, now);
	const title = credited ? `${subjectOf(line)}: ${sum} is your credit now` : `${subjectOf(line)} was not set up`;
	const notice = { userId: job.userId, orderId: order.id, key: `job.void:${job.id}`, title, body: message };
	return {
		statements: [
			...(domain && waiting ? holdings.claimEnded(domain, now).statements : []),
			...(credited ? [outcomes.credit(job, "order_line", share, now)] : []),
			outcomes.forgetAuthCode(line.id),
			outcomes.log(job.userId, `${job.kind}.void`, message, line.id, now),
			outcomes.notify(notice, now),
			outcomes.fulfilIfDone(order.id, now),
			mail.statement,
		],
		effects: [mail.id],
		message,
	};
}

const subjectOf = ({ domain, name }: Subject["line"]): string => domain ?? name;
