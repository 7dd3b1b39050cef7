import { audit, type Change, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { type BulkInput, type DomainChange, mostInBulk } from "~/features/bulk-actions/bulk-action";
import { domainStart } from "~/features/customers/search-terms";
import type { ZoneMoves } from "~/features/dns/zone-moves.server";
import type { DomainManagement } from "~/features/domains/manage.server";
import type { Comparison, Portfolio } from "~/features/domains/portfolio.server";
import type { Pushes } from "~/features/domains/pushes.server";
import { canRefresh } from "~/features/domains/reconcile";
import type { Registrations } from "~/features/domains/registrations.server";
import { toUnicode } from "~/features/domains/to-unicode";
import type { Orders } from "~/features/orders/orders.server";
import type { StaffActor, StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import { decodeCursor, pageSize, toPage } from "~/lib/page";
import { fail, failField, ok, type Result } from "~/lib/result";
import type { Registrar } from "~/platform/registrar/registrar";
import type { AuditKindName, AuditParams } from "~/registry";
import { domainObstacle } from "./domain-obstacle";
import { comparedText } from "./domain-view";
import { tooManyWanted, type Wanted } from "./selected-services";
import { createServicesDeskRepo, type DomainSearch, domainCursor } from "./services-desk.repo.server";
import type { ChangeRegistrar, CompleteJob, DomainsQuery, MoveZone, OfferDomain } from "./services-desk.schema";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly domainManagement: Pick<DomainManagement, "lock" | "showAuthCode" | "unlock">;
	readonly orders: Pick<Orders, "completeJob" | "retryJob">;
	readonly portfolio: Pick<Portfolio, "compare" | "setAutoRenew">;
	readonly pushes: Pick<Pushes, "offer" | "withdraw">;
	readonly registrar: Pick<Registrar, "holderOf" | "lookUp" | "readable" | "stops">;
	readonly registrations: Pick<Registrations, "changeRegistrar">;
	readonly zoneMoves: Pick<ZoneMoves, "of" | "start" | "stop">;
}

export type DomainsDesk = ReturnType<typeof createDomainsDesk>;

const permission = "services.change";

/** A change of a domain as the person saw it. */
interface Edit {
	readonly version: number;
	/** For what takes something away. */
	readonly reason?: string | undefined;
	/** Committed with the change. */
	readonly also?: Change | undefined;
}

/** A row that staff selected, and its version when they saw it. */
interface SelectedRow {
	readonly id: string;
	readonly version: number;
}

const changedMeanwhile = (shown: string) =>
	fail("conflict", `${shown} was changed in the meantime. Check it, then try again.`, { code: "changed_meanwhile" });

/** Domains of all customers, for staff. Each change is in the same commit as its entry in the audit log. */
export function createDomainsDesk({
	db,
	clock,
	domainManagement,
	orders,
	portfolio,
	pushes,
	registrar,
	registrations,
	zoneMoves,
}: Dependencies) {
	const repo = createServicesDeskRepo(db);

	const searchOf = ({ q, status, registrar, tld, within }: DomainsQuery): DomainSearch => ({
		...{ status, registrar, tld },
		name: q === "" ? undefined : domainStart(q),
		until: within === undefined ? undefined : clock() + Number(within) * DAY,
	});

	type Found = NonNullable<Awaited<ReturnType<typeof repo.domain>>>;

	const recorded = <K extends AuditKindName>(
		session: StaffActor,
		{ id, userId }: Pick<Found, "id" | "userId">,
		entry: { readonly kind: K; readonly params: AuditParams<K>; readonly reason?: string | undefined },
	): Change =>
		audit(session, permission, { ...entry, subject: { type: "domain", id }, customerId: userId } as Parameters<
			typeof audit
		>[2]);

	/** Makes a change of a domain that the person can see. */
	async function withDomain<T>(
		session: StaffActor,
		id: string,
		make: (domain: Found, shown: string) => Promise<Result<T>>,
	): Promise<Result<T>> {
		const domain = await repo.domain(session, id, clock());
		return domain ? make(domain, toUnicode(domain.name)) : fail("not_found", "There is no such domain.");
	}

	/** Makes a change of the domain as the person saw it. Fails with `conflict` if it has changed since. */
	const withVersion = <T>(
		session: StaffActor,
		id: string,
		version: number,
		make: (domain: Found, shown: string) => Promise<Result<T>>,
	): Promise<Result<T>> =>
		withDomain(session, id, async (domain, shown) =>
			domain.updatedAt === version ? make(domain, shown) : changedMeanwhile(shown),
		);

	/** The entry, and that the domain is as it was read. */
	const recordedUnchanged = <K extends AuditKindName>(
		session: StaffActor,
		domain: Found,
		entry: Parameters<typeof recorded<K>>[2],
		also?: Change,
	): Change => change(recorded(session, domain, entry), repo.keepDomain(domain), also);

	const obstacleOf = (
		to: DomainChange,
		domain: Pick<Found, "autoRenew" | "locked" | "name" | "registrar" | "status" | "transferLockedUntil">,
	) => {
		const holder = registrar.holderOf(domain);
		const isReadable = registrar.readable().some(({ id }) => id === holder);
		return domainObstacle(to, { ...domain, isReadable }, clock());
	};

	/** Only a job of this domain. */
	async function withJob(
		session: StaffSession,
		domainId: string,
		jobId: string,
		make: () => Promise<Result<null>>,
	): Promise<Result<null>> {
		const jobs = await repo.domainJobs(session, domainId, clock());
		return jobs.some(({ id }) => id === jobId) ? make() : fail("not_found", "There is no such job.");
	}

	const setLock = (
		session: StaffActor,
		id: string,
		on: boolean,
		{ version, reason, also }: Edit,
	): Promise<Result<null>> =>
		withVersion(session, id, version, (domain, shown) => {
			const params = { domain: shown, on };
			const entry = recordedUnchanged(session, domain, { kind: "domain.lock_switched", params, reason }, also);
			const owner = { userId: domain.userId };
			return on ? domainManagement.lock(owner, id, entry) : domainManagement.unlock(owner, id, entry);
		});

	const setAutoRenew = (
		session: StaffActor,
		id: string,
		on: boolean,
		{ version, reason, also }: Edit,
	): Promise<Result<null>> =>
		withVersion(session, id, version, async (domain, shown) => {
			const params = { domain: shown, on };
			const entry = recordedUnchanged(session, domain, { kind: "domain.auto_renew_switched", params, reason }, also);
			const set = await portfolio.setAutoRenew({ userId: domain.userId }, id, on, entry);
			// It was there when it was read.
			return set.ok || set.error.kind !== "not_found" ? set : changedMeanwhile(shown);
		});

	const stopMove = (session: StaffSession, domain: Found, shown: string, { reason, also }: Omit<Edit, "version">) =>
		zoneMoves.stop(domain, ({ from, to }) =>
			recordedUnchanged(
				session,
				domain,
				{ kind: "domain.zone_move_stopped", params: { domain: shown, from, to }, reason },
				also,
			),
		);

	const compare = (
		session: StaffActor,
		id: string,
		also?: (found: Comparison) => Change,
	): Promise<Result<Comparison>> =>
		withDomain(session, id, (domain, shown) =>
			portfolio.compare({ userId: domain.userId }, id, (found) => {
				const params = { domain: shown, ...found, corrected: [...found.corrected] };
				return change(recorded(session, domain, { kind: "domain.compared", params }), also?.(found));
			}),
		);

	return {
		/** The registrars that are configured. */
		registrars: () => registrar.stops().map(({ id }) => id),

		async list(session: StaffSession, query: DomainsQuery, size = pageSize) {
			const search = searchOf(query);
			const found = await repo.domains(session, search, decodeCursor(query.after), clock(), size + 1);
			const { items, next } = toPage(found, (row) => domainCursor(row, search), size);
			// Older rows have no registrar. It is the first one for their extension.
			return { items: items.map((row) => ({ ...row, registrar: registrar.holderOf(row) ?? null })), next };
		},

		/** A domain with its customer, jobs and offer. Null without the permission. One round trip. */
		async find(session: StaffSession, id: string) {
			const now = clock();
			const [domain, jobs, offer, comparedAt, zone] = await Promise.all([
				repo.domain(session, id, now),
				repo.domainJobs(session, id, now),
				repo.offer(session, id, now),
				repo.lastCompared(session, id, now),
				zoneMoves.of(id),
			]);
			return domain ? { domain, jobs, offer, comparedAt, zone, holder: registrar.holderOf(domain) ?? null } : null;
		},

		compare: (session: StaffSession, id: string) => compare(session, id),
		setLock,
		setAutoRenew,

		/** The selected domains, each with why the change leaves it as it is. */
		async selected(session: StaffSession, to: DomainChange, wanted: Wanted<DomainsQuery>) {
			const now = clock();
			const rows =
				wanted.by === "list"
					? await repo.domains(session, searchOf(wanted.query), null, now, mostInBulk + 1)
					: await repo.selectedDomains(session, wanted, now, mostInBulk + 1);
			const problem = tooManyWanted(wanted, rows.length);
			return problem === null
				? ok(rows.map((domain) => ({ domain, refusal: obstacleOf(to, domain) })))
				: fail("invalid", problem);
		},

		/** Makes the change of a selected domain. @param settled committed with it */
		changeSelected: (
			actor: StaffActor,
			to: DomainChange,
			{ id, version }: SelectedRow,
			{ reason }: BulkInput,
			settled: (message: string | null) => Change,
		): Promise<Result<unknown>> =>
			withDomain<unknown>(actor, id, async (domain) => {
				const obstacle = obstacleOf(to, domain);
				if (obstacle !== null) return fail("conflict", obstacle);
				if (to === "compare") return compare(actor, id, (found) => settled(comparedText(found)));
				if (domain.updatedAt !== version)
					return fail("conflict", "It was changed in the meantime. Check it, then try again.");
				const edit = { version, reason, also: settled(null) };
				switch (to) {
					case "lock":
						return setLock(actor, id, true, edit);
					case "unlock":
						return setLock(actor, id, false, edit);
					case "auto-renew-on":
						return setAutoRenew(actor, id, true, edit);
					case "auto-renew-off":
						return setAutoRenew(actor, id, false, edit);
				}
			}),

		retryJob: (session: StaffSession, domainId: string, jobId: string) =>
			withJob(session, domainId, jobId, () => orders.retryJob(jobId, session)),

		completeJob: (session: StaffSession, domainId: string, { jobId, ...input }: CompleteJob) =>
			withJob(session, domainId, jobId, () => orders.completeJob(jobId, input, session)),

		/** Returns the authorization code. The customer gets an email about it. */
		giveAuthCode: (session: StaffSession, id: string, reason: string): Promise<Result<string>> =>
			withDomain(session, id, (domain, shown) => {
				const entry = recorded(session, domain, {
					kind: "domain.auth_code_given",
					params: { domain: shown },
					reason,
				});
				return domainManagement.showAuthCode({ userId: domain.userId }, id, entry);
			}),

		/**
		 * Records that another registrar holds the domain. Orders nothing. Fails with `conflict` if that registrar can be read
		 * and does not have it, or if the domain has changed since the form was loaded.
		 */
		changeRegistrar: (session: StaffSession, id: string, { version, registrar: to, reason }: ChangeRegistrar) =>
			withDomain<null>(session, id, async (domain, shown) => {
				if (!canRefresh(domain)) return fail("conflict", `${shown} is not registered.`);
				const before = registrar.holderOf(domain) ?? "none";
				if (domain.updatedAt !== version)
					return fail(
						"conflict",
						`${shown} was changed in the meantime. Its registrar is ${before} now. Check it, then try again.`,
						{ code: "changed_meanwhile" },
					);
				if (before === to) return failField("registrar", `${shown} is at ${to} already.`);
				if (!registrar.stops().some(({ id }) => id === to)) return failField("registrar", `${to} is not configured.`);
				const isReadable = registrar.readable().some(({ id }) => id === to);
				const held = isReadable ? await registrar.lookUp(domain.name, to).catch(() => null) : null;
				if (isReadable && held === null) return fail("unavailable", `${to} does not answer. Try again in a minute.`);
				if (isReadable && held === undefined) return failField("registrar", `${to} does not have ${shown}.`);
				const now = clock();
				const done = change(
					recorded(session, domain, {
						kind: "domain.registrar_changed",
						params: { domain: shown, before, after: to },
						reason,
					}),
					registrations.changeRegistrar(domain, { registrar: to, registryId: held?.object.id ?? null }, now),
				);
				const { state } = await db.commit(done, now);
				return state === "ok" ? ok(null) : fail("conflict", `${shown} was changed in the meantime. Try again.`);
			}),

		/** Starts to move the domain's zone to another DNS service. */
		moveZone: (session: StaffSession, id: string, { version, service, reason }: MoveZone) =>
			withVersion(session, id, version, (domain, shown) =>
				zoneMoves.start(domain, service, ({ from, to }) =>
					recorded(session, domain, {
						kind: "domain.zone_move_started",
						params: { domain: shown, from, to },
						reason,
					}),
				),
			),

		stopZoneMove: (session: StaffSession, id: string, { version, reason }: Edit) =>
			withVersion(session, id, version, (domain, shown) => stopMove(session, domain, shown, { reason })),

		/** The same for a move that failed or waits too long. @param finished ends its event */
		stopFailedMove: (
			session: StaffSession,
			id: string,
			{ reason, finished }: { readonly reason: string; readonly finished: Change },
		) => withDomain(session, id, (domain, shown) => stopMove(session, domain, shown, { reason, also: finished })),

		/** Offers the domain to another customer, who accepts or refuses it. */
		offer: (session: StaffSession, id: string, { version, email, reason }: OfferDomain) =>
			withVersion(session, id, version, (domain, shown) => {
				const params = { domain: shown, email };
				const entry = recordedUnchanged(session, domain, { kind: "domain.offered", params, reason });
				return pushes.offer({ userId: domain.userId }, id, { email }, entry);
			}),

		withdrawOffer: (session: StaffSession, id: string, { version, reason }: Edit) =>
			withVersion(session, id, version, (domain, shown) => {
				const params = { domain: shown };
				const entry = recordedUnchanged(session, domain, { kind: "domain.offer_withdrawn", params, reason });
				return pushes.withdraw({ userId: domain.userId }, id, entry);
			}),
	};
}
