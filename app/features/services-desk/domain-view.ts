import { z } from "zod";
import { dnsServiceName, type ZoneMove } from "~/features/dns/zone-move";
import { isDnssecOn } from "~/features/domains/dnssec";
import { registeredStatuses } from "~/features/domains/domain-pages";
import type { Comparison } from "~/features/domains/portfolio.server";
import { transferLock } from "~/features/domains/push";
import { isSuspended } from "~/features/domains/registrant-check";
import { toUnicode } from "~/features/domains/to-unicode";
import { jobTask, progressOf } from "~/features/orders/job-progress";
import { formatDay, formatMoment, kenya } from "~/lib/dates";
import { asSentence } from "~/lib/error-message";
import type { DomainsDesk } from "./domains-desk.server";
import type { SelectedService } from "./selected-services";
import { comparedFields } from "./services-desk.audit";

type Found = NonNullable<Awaited<ReturnType<DomainsDesk["find"]>>>;
type Listed = Awaited<ReturnType<DomainsDesk["list"]>>["items"][number];

const day = (time: number | null): string => (time === null ? "–" : formatDay(time, kenya));
const moment = (time: number | null): string => (time === null ? "–" : formatMoment(time, kenya));

export const customerName = ({ firstName, lastName, email }: Pick<Listed, "firstName" | "lastName" | "email">) =>
	`${firstName} ${lastName}`.trim() || email;

export const listedDomain = (row: Listed) => ({
	id: row.id,
	name: toUnicode(row.name),
	customerId: row.customerId,
	customer: customerName(row),
	status: row.status,
	registrar: row.registrar ?? "–",
	renews: row.autoRenew ? "Automatic" : "By hand",
	expires: day(row.expiresAt),
});

export type ListedDomain = ReturnType<typeof listedDomain>;

/** What a comparison with the registrar has changed. */
export function comparedText({ ended, corrected, sent }: Comparison): string {
	if (ended) return "The registrar no longer has the domain, so it has ended here. The customer is told.";
	const taken = corrected.map((field) => comparedFields[field] ?? field).join(", ");
	const changes = [taken && `Took over ${taken}.`, sent && "Sending our other settings again."].filter(Boolean);
	return changes.length === 0 ? "Nothing differs from the registrar." : changes.join(" ");
}

const jobFilesSchema = z.array(z.object({ id: z.string(), name: z.string() }));

/** A job that someone can finish by hand or run again. */
export function jobView(job: Found["jobs"][number]) {
	const { label, message } = progressOf(job, kenya);
	const isStopped = job.state === "action_required" || job.state === "failed";
	return {
		id: job.id,
		title: jobTask(job.kind, toUnicode(job.domain ?? job.name)),
		state: job.state,
		// Customers read that it is delayed.
		label: job.state === "failed" ? "Stopped" : label,
		why: job.lastError === null ? message : asSentence(job.lastError),
		reference: job.externalRef,
		invoice: job.invoiceId === null ? null : { id: job.invoiceId, number: job.invoice ?? "" },
		files: jobFilesSchema.parse(JSON.parse(job.files)),
		changed: moment(job.updatedAt),
		canRetry: isStopped && job.needs === null && job.kind !== "activate_addon" && job.kind !== "ship_hardware",
		canComplete: isStopped,
		needsExpiry: job.kind.endsWith("_domain"),
		hasAddress: job.kind === "create_hosting",
	};
}

export type JobView = ReturnType<typeof jobView>;

/** What happens next with a zone on its way to another DNS service. */
function zoneMoveText({ fromService, toService, state, leavesAt }: ZoneMove, now: number): string {
	const [from, to] = [dnsServiceName(fromService), dnsServiceName(toService)];
	switch (state) {
		case "publishing":
			return `It is being created at ${to}. Until then, only ${from} has it.`;
		case "delegating":
			return `${to} has it. ${from} keeps it too, until the registry no longer uses its nameservers.`;
		case "removing":
			return leavesAt === null || leavesAt <= now
				? `It is being deleted at ${from}.`
				: `${to} has it. ${from} keeps it until ${moment(leavesAt)}.`;
	}
}

function zoneView({ service, move, others }: Found["zone"], now: number) {
	// With one service there is nothing to choose.
	if (service === null || (others.length === 0 && move === null)) return null;
	return {
		service: dnsServiceName(service),
		others: others.map((id) => ({ id, name: dnsServiceName(id) })),
		move: move && zoneMoveText(move, now),
		/** What stopping the move does. */
		stop:
			move &&
			(move.state === "publishing"
				? `The zone stays at ${dnsServiceName(move.fromService)}. What was created at ${dnsServiceName(move.toService)} is deleted.`
				: `The old zone at ${dnsServiceName(move.fromService)} is not deleted automatically any more. The nameservers stay as they are.`),
	};
}

export function domainView({ domain, jobs, offer, comparedAt, zone, holder }: Found, now: number) {
	const holderOf = domain.contacts?.registrant ?? domain.orderContact;
	const { status } = domain;
	return {
		id: domain.id,
		name: toUnicode(domain.name),
		status,
		suspended: isSuspended(domain),
		version: domain.updatedAt,
		customer: { id: domain.customerId, name: customerName(domain), email: domain.email },
		registrar: holder ?? "–",
		registryId: domain.registryId,
		registered: day(domain.registeredAt),
		expires: day(domain.expiresAt),
		autoRenew: domain.autoRenew,
		locked: domain.locked,
		transferLock: transferLock(domain.transferLockedUntil, now, kenya),
		privacy: domain.privacy,
		dnssec: isDnssecOn(domain.dnssec),
		nameservers: domain.nameservers,
		zone: zoneView(zone, now),
		delegation: domain.delegation,
		registrant: holderOf
			? [`${holderOf.firstName} ${holderOf.lastName}`.trim(), holderOf.email].filter(Boolean).join(", ")
			: null,
		registrantCheck: domain.registrantCheck,
		comparedAt: comparedAt === null ? null : moment(comparedAt),
		changed: moment(domain.updatedAt),
		offer: offer && { email: offer.recipientEmail, until: day(offer.expiresAt) },
		jobs: jobs.map(jobView),
		isRegistered: registeredStatuses.includes(status),
		isActive: status === "active",
		isOwned: status !== "released",
	};
}

export type DomainView = ReturnType<typeof domainView>;

/** A selected domain, with why the change leaves it as it is. */
export const selectedDomain = (domain: Omit<Listed, "registrar">, refusal: string | null): SelectedService => ({
	id: domain.id,
	version: domain.updatedAt,
	name: toUnicode(domain.name),
	customer: customerName(domain),
	refusal,
});
