import { change, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { createComparedDomains, isRecheckDue } from "~/db/comparison-marks.server";
import { queueNew } from "~/db/due-items.server";
import { createNightlyComparison, type Differing, type Round } from "~/db/nightly-comparison.server";
import { done, type Outcome } from "~/features/outbox/outbox";
import type { Clock } from "~/lib/clock";
import { HOUR } from "~/lib/durations";
import type { CallPaces } from "~/platform/call-pace/choose-call-pace";
import type {
	ListedRegistration,
	ReadableRegistrar,
	Registrar,
	RegistrationInfo,
} from "~/platform/registrar/registrar";
import type { EventPayload } from "~/registry";
import { emailOwner } from "./change-email.server";
import { type ComparedDomain, createComparisonRepo } from "./comparison.repo.server";
import { departed } from "./departure.server";
import {
	canRefresh,
	compareExpiry,
	differenceReasons,
	hasOtherDs,
	hasOtherSettings,
	isNewlyLive,
	mostNights,
} from "./reconcile";
import type { Registrations } from "./registrations.server";
import { toUnicode } from "./to-unicode";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly registrations: Pick<Registrations, "end" | "extend">;
	readonly registrar: Pick<Registrar, "departure" | "holderOf" | "info" | "outgoing" | "readable">;
	readonly callPaces: CallPaces;
}

/** A domain with the versions that its registrar's list showed. */
type Versioned = Awaited<ReturnType<ReturnType<typeof createComparisonRepo>["named"]>>[number];

export type RegistrationComparison = ReturnType<typeof createRegistrationComparison>;

/** Kinds of differences, in words for staff. */
const lost = "Domains that the registrar no longer has";
const later = "Later expiry dates at the registrar";
const earlier = "Earlier expiry dates at the registrar";
const settings = "Other nameservers, lock or privacy at the registrar";
const otherDs = "Other DS records at the registrar";

/** At most so many registrations of one registrar end in one night. With more, the registrar's answers may be wrong. */
const mostLost = 10;

/** A change of the customer may not have reached the registrar yet. */
const changeTakesMs = HOUR;

/**
 * Compares all domains with their registrars. Our settings are sent to the registrar again, or left to staff. An expiry date is corrected,
 * or reported to staff if it is earlier than ours. A registration that has ended is ended here.
 */
export function createRegistrationComparison({ db, clock, registrations, registrar, callPaces }: Dependencies) {
	const repo = createComparisonRepo(db);

	async function repair(differing: readonly Differing<ComparedDomain>[], { night, found }: Round): Promise<void> {
		const those = (...kinds: string[]) =>
			differing.filter((one) => kinds.some((kind) => one.kinds.includes(kind))).map(({ row }) => row);
		const gone = those(lost).slice(0, Math.max(0, mostLost - (found[lost] ?? 0)));
		const reported = new Set(those(earlier));
		const reconciliation = (domain: ComparedDomain) => {
			const { id, userId, expiresAt } = domain;
			// Staff get an earlier date once. The other items may have to wait for a job.
			const once = reported.has(domain) ? `${id}:${expiresAt}` : `${id}:${expiresAt}:${night}`;
			return { payload: { domainId: id, expiresAt }, userId, once };
		};
		const items = [...gone, ...those(later, earlier)];
		await queueNew({ db, clock }, { kind: "domain.reconcile", event: reconciliation }, items);
		await sendSettings(those(settings, otherDs), night);
	}

	/**
	 * Sends our settings to the registrar each night. If they were other ones on too many nights in a row, someone or
	 * something else sets them, so staff get a report instead.
	 */
	async function sendSettings(differing: readonly ComparedDomain[], night: number): Promise<void> {
		if (differing.length === 0) return;
		const onceFor = ({ id }: ComparedDomain, at: number) => `${id}:${at}`;
		const nightsBefore = Array.from({ length: mostNights }, (_, index) => night - 1 - index);
		const [sent, left] = await Promise.all([
			repo.sentSettings(differing.flatMap((domain) => nightsBefore.map((at) => onceFor(domain, at)))),
			repo.settingsLeftToStaff(),
		]);
		const open = differing.filter(({ id }) => !left.has(id));
		const isStubborn = (domain: ComparedDomain) => nightsBefore.every((at) => sent.has(onceFor(domain, at)));
		const push = (domain: ComparedDomain) => ({
			...{ payload: { domainId: domain.id }, userId: domain.userId, once: onceFor(domain, night) },
		});
		const report = ({ id, userId, expiresAt }: ComparedDomain) => ({
			...{ payload: { domainId: id, expiresAt, settings: true as const }, userId, once: `${id}:settings:${night}` },
		});
		const others = open.filter((domain) => !isStubborn(domain));
		await queueNew({ db, clock }, { kind: "domain.sync", event: push }, others);
		await queueNew({ db, clock }, { kind: "domain.reconcile", event: report }, open.filter(isStubborn));
	}

	const isSettled = ({ updatedAt }: ComparedDomain): boolean => updatedAt <= clock() - changeTakesMs;

	/** None if the domain has just changed: the list may be from before its renewal. */
	function differences(domain: ComparedDomain, listed: ListedRegistration): string[] {
		if (!isSettled(domain)) return [];
		const expiry = compareExpiry(domain, listed);
		return [
			...(expiry === "same" ? [] : [expiry === "later" ? later : earlier]),
			...(hasOtherSettings(domain, listed, clock()) ? [settings] : []),
		];
	}

	const dsDiffers = (domain: ComparedDomain, listed: ListedRegistration): boolean =>
		isSettled(domain) && hasOtherDs(domain, listed);

	/** Notes which of these domains have the nameservers in use that their customers chose. */
	async function noteLive(read: readonly { readonly row: ComparedDomain; readonly entry: ListedRegistration }[]) {
		const live = read.filter(({ row, entry }) => isSettled(row) && isNewlyLive(row, entry)).map(({ row }) => row);
		if (live.length > 0) await db.commit(repo.setLive(live), clock());
	}

	const comparisonWith = ({ id, perMinute, list }: ReadableRegistrar) => {
		const task = `comparison with ${id}` as const;

		/** What the list says about a domain. `unsure`: its details have to be read. */
		function compareListed(domain: Versioned, entry: ListedRegistration, night: number): string[] | "unsure" {
			// A list may leave keys out that the details have.
			if (domain.registryId !== entry.object.id || dsDiffers(domain, entry)) return "unsure";
			// A change that waits is older than the version that was compared.
			if (domain.delegation === "pending" && entry.nameservers === undefined) return "unsure";
			const kinds = differences(domain, entry);
			if (kinds.length > 0 || entry.version === undefined) return kinds;
			const { id: domainId, checked, checkedAt, updatedAt } = domain;
			const isKnown = checked === entry.version && checkedAt !== null && updatedAt <= checkedAt;
			return isKnown && !isRecheckDue(domainId, night) ? kinds : "unsure";
		}

		return createNightlyComparison<ComparedDomain, ListedRegistration>(
			{ db, clock },
			{
				task,
				perRun: perMinute,
				pace: callPaces(id, perMinute),

				list:
					list &&
					(async (cursor) => {
						const { registrations: entries, next } = await list(cursor);
						return { entries, next };
					}),

				async match(entries, { night }) {
					const listed = new Map(entries.map((entry) => [entry.name, entry]));
					const rows = (await repo.named(task, [...listed.keys()])).filter((row) => registrar.holderOf(row) === id);
					const results = rows.flatMap((row) => {
						const entry = listed.get(row.name);
						return entry ? [{ row, entry, kinds: compareListed(row, entry, night) }] : [];
					});
					await noteLive(results);
					const sure = results.flatMap(({ row, kinds }) => (kinds === "unsure" ? [] : [{ row, kinds }]));
					return {
						handled: sure.map(({ row }) => row.id),
						differing: sure.filter(({ kinds }) => kinds.length > 0),
						changed: results.flatMap(({ row, entry: { version } }) =>
							version === undefined || version === row.listed ? [] : [{ id: row.id, version }],
						),
					};
				},

				page: createComparedDomains(db, task).ids,

				load: async (ids) => (await repo.load(ids)).filter((row) => canRefresh(row) && registrar.holderOf(row) === id),

				async compare(domain) {
					const info = await registrar.info(domain);
					if (info === undefined) return [];
					if (info === "not_held") return [lost];
					if (!domain.locked) await announceTransfer(domain);
					await noteLive([{ row: domain, entry: info }]);
					return [...differences(domain, info), ...(dsDiffers(domain, info) ? [otherDs] : [])];
				},

				repair,
			},
		);
	};

	/** Tells the customer once about a transfer to another registrar that waits for an answer. */
	async function announceTransfer(domain: ComparedDomain): Promise<void> {
		const found = await registrar.outgoing(domain);
		if (!found) return;
		const { id: domainId, userId, name } = domain;
		// A transfer moves the expiry in most cases, and a public lookup does not say when it was asked for.
		const at = found.requestedAt ?? domain.expiresAt;
		const once = `${domainId}:${at}`;
		const params = { domain: toUnicode(name), to: found.to ?? "", domainId };
		await db.commit(
			change(
				notify({ kind: "domain.transfer_requested", userId, params, once }),
				emailOwner(domain, "transfer-requested", String(at)),
			),
			clock(),
		);
	}

	/** The registrar has a later date: the domain was renewed there. */
	async function extend(domain: ComparedDomain, { expiry }: RegistrationInfo): Promise<void> {
		const now = clock();
		const { id, userId, name } = domain;
		const params = { domain: toUnicode(name) };
		const entry = log({ kind: "domain.refreshed", actor: "system", params, owner: { userId }, subjectId: id });
		await db.commit(change(registrations.extend(domain, expiry, now), entry), now);
	}

	return {
		/** Continues tonight's comparison with each registrar. A registrar that fails does not stop the others. */
		async run(isOver?: () => boolean): Promise<void> {
			const runs = await Promise.allSettled(registrar.readable().map((one) => comparisonWith(one).run(isOver)));
			const failures = runs.flatMap((run) => (run.status === "rejected" ? [run.reason] : []));
			if (failures.length > 0) throw new AggregateError(failures, "Some comparisons with registrars failed");
		},

		/**
		 * Asks the registrar again, and ends or corrects the domain, or leaves it to staff. Does nothing if it has changed
		 * since. @param settings whether it is about settings that differ every night
		 */
		async reconcile({ domainId, expiresAt, settings }: EventPayload<"domain.reconcile">): Promise<Outcome> {
			const domain = await repo.find(domainId);
			if (!domain || !canRefresh(domain) || domain.expiresAt !== expiresAt) return done;
			// It will change the date. The next night compares it again.
			if (await repo.hasRunningJob(domain)) return done;
			const info = await registrar.info(domain);
			if (info === "not_held") {
				const now = clock();
				const { change: ended, isExpected } = await departed({ registrar, registrations }, domain, now);
				const { state } = await db.commit(ended, now);
				return state === "ok" && !isExpected ? { state: "refused", reason: differenceReasons.ended } : done;
			}
			if (settings)
				return info && (hasOtherSettings(domain, info, clock()) || hasOtherDs(domain, info))
					? { state: "refused", reason: differenceReasons.settings }
					: done;
			const expiry = info ? compareExpiry(domain, info) : "same";
			if (info && expiry === "later") await extend(domain, info);
			return expiry === "earlier" ? { state: "refused", reason: differenceReasons.earlier } : done;
		},
	};
}
