import { type Change, change, emit, log, notify } from "~/db/change.server";
import type { Job } from "~/db/schema";
import type { Registrations } from "~/features/domains/registrations.server";
import { formatMoney, money } from "~/lib/money";
import type { JobOutcomeRepo } from "./job-outcome.repo.server";
import type { JobSubject } from "./jobs.repo.server";
import { creditedText, lineShare } from "./line-share";
import { operationId } from "./provisioning";

interface Tools {
	readonly outcomes: JobOutcomeRepo;
	readonly registrations: Pick<Registrations, "endClaim">;
}

interface Reason {
	/** A sentence for the customer. */
	readonly why: string;
	/** Ends the job. `message`: what happened, and what became credit. */
	readonly end: (message: string) => Change;
}

type Subject = Pick<JobSubject, "line" | "lines" | "order" | "paid" | "domain" | "reader">;

/**
 * Gives up a registration or a transfer: its job and its row end, what was paid for its line becomes credit, once, and
 * the customer is told. `now` in ms.
 */
export function cancelLine(
	{ outcomes, registrations }: Tools,
	job: Job,
	{ line, lines, order, paid, domain, reader }: Subject,
	{ why, end }: Reason,
	now: number,
): Change {
	const { id: jobId, userId } = job;
	const share = money(lineShare(line.id, lines, { paid, shipping: order.shipping }), order.currency);
	const credit = share.amount > 0 ? share : null;
	const message = credit ? creditedText(why, formatMoney(credit, reader.language)) : why;
	const waiting = domain?.status === "pending" || domain?.status === "transfer_in";
	const params = { about: "line", name: line.domain ?? line.name, why, credit } as const;
	return change(
		end(message),
		domain && waiting && registrations.endClaim(domain, now),
		credit && outcomes.credit(job, "order_line", credit, now),
		outcomes.deleteAuthCode(line.id),
		log({ kind: "job.void", actor: "system", params, owner: { userId }, subjectId: line.id }),
		notify({ kind: "job.void", userId, params: { ...params, orderId: order.id }, once: jobId }),
		outcomes.fulfilIfDone(order.id, now),
		emit({ kind: "mail.order-line-returned", payload: { jobId }, userId, once: operationId(job) }),
	);
}
