import { type Change, change, emit, emitAgain, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Domain } from "~/db/schema";
import type { RenewalWithdrawal } from "~/features/orders/renewal-withdrawal";
import { isInvoiceDue, renewalInvoiceItem } from "~/features/renewals/renewal-invoice";
import type { Clock } from "~/lib/clock";
import { createConcurrencyLimit } from "~/lib/concurrency-limit";
import { decodeCursor, pageSize, toPage } from "~/lib/page";
import { fail, ok, type Result } from "~/lib/result";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import type { Registrar } from "~/platform/registrar/registrar";
import { countChange, countRefresh } from "./change-limits";
import { departed } from "./departure.server";
import { countTabs } from "./portfolio";
import { createPortfolioRepo, domainCursor } from "./portfolio.repo.server";
import type { DomainListQuery } from "./portfolio.schema";
import { canRefresh, findDifferences, hasOtherDs, hasOtherSettings } from "./reconcile";
import type { Registrations } from "./registrations.server";
import { mostSelected, tooMany } from "./selected-domains";
import { toUnicode } from "./to-unicode";

export type Portfolio = ReturnType<typeof createPortfolio>;

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly rateLimiter: RateLimiter;
	readonly registrations: Pick<Registrations, "end">;
	readonly registrar: Pick<Registrar, "departure" | "info">;
	readonly orders: Pick<RenewalWithdrawal, "commitWithoutRenewal">;
}

/** What a comparison with the registrar has found. */
export interface Comparison {
	/** Whether the registrar no longer has the domain, so that it ended here. */
	readonly ended: boolean;
	/** Fields that we took over from the registrar. */
	readonly corrected: readonly string[];
	/** Whether the registrar gets our lock, privacy or DS records again. */
	readonly sent: boolean;
}

const notInAccount = "This domain is not in your account.";

const largestExport = 5_000;

/** A customer's list of domains. */
export function createPortfolio({ db, clock, rateLimiter, registrations, registrar, orders }: Dependencies) {
	const repo = createPortfolioRepo(db);

	return {
		async list(owner: Owner, { after, ...query }: Omit<DomainListQuery, "open">) {
			const rows = await repo.list(owner, query, decodeCursor(after), clock());
			return toPage(rows, (row) => domainCursor(row, query.sort));
		},

		/** All domains that match the query, for a CSV file of at most `largestExport` rows. */
		export: (owner: Owner, query: Omit<DomainListQuery, "open" | "after">) =>
			repo.list(owner, query, null, clock(), largestExport),

		/** The selected domains that are the owner's, by name. `wanted`: their ids, or a list whose domains are all selected. */
		async selected(
			owner: Owner,
			wanted: readonly string[] | Omit<DomainListQuery, "open" | "after">,
		): Promise<Result<Domain[]>> {
			if (!("tab" in wanted)) {
				if (wanted.length > mostSelected) return fail("invalid", tooMany);
				return ok(wanted.length === 0 ? [] : await repo.byIds(owner, wanted, clock()));
			}
			const rows = await repo.list(owner, { ...wanted, sort: "name" }, null, clock(), mostSelected + 1);
			return rows.length > mostSelected ? fail("invalid", `This list has more. ${tooMany}`) : ok(rows);
		},

		extensions: async (owner: Owner) => (await repo.extensions(owner, clock())).map(({ tld }) => tld),

		/**
		 * Updates one page of the list from the registries. Ends domains whose registration has ended. Returns how many
		 * domains changed.
		 */
		async refresh(owner: Owner, { after, ...query }: Omit<DomainListQuery, "open">): Promise<Result<number>> {
			const rows = (await repo.list(owner, query, decodeCursor(after), clock(), pageSize)).filter(canRefresh);
			const [first] = rows;
			if (!first) return ok(0);
			const counted = await countRefresh(rateLimiter, first.userId, rows.length);
			if (!counted.ok) return counted;
			const limited = createConcurrencyLimit(6);
			const info = (row: Domain) => limited(() => registrar.info(row)).catch(() => undefined);
			const found = await Promise.all(rows.map(async (row) => ({ row, info: await info(row) })));
			const now = clock();
			const gone = found.filter(({ info }) => info === "not_held");
			for (const { row } of gone) await db.commit((await departed({ registrar, registrations }, row, now)).change, now);
			const differing = found.flatMap(({ row, info }) => {
				const facts = info && info !== "not_held" && findDifferences(row, info, now);
				return facts ? [{ row, facts }] : [];
			});
			if (differing.length === 0) return ok(gone.length);
			const refreshed = differing.map(({ row, facts }) => {
				const params = { domain: toUnicode(row.name) };
				const entry = log({ kind: "domain.refreshed", actor: "system", params, owner, subjectId: row.id });
				return change(repo.reconcile(owner, row, facts, now), entry);
			});
			await db.commit(change(...refreshed), now);
			return ok(gone.length + differing.length);
		},

		/**
		 * Compares one domain with its registrar for staff. Takes over the registrar's expiry date and nameservers, and sends
		 * it our other settings again.
		 * @param recorded the entry of the audit log
		 */
		async compare(
			owner: Owner,
			domainId: string,
			recorded: (found: Comparison) => Change,
		): Promise<Result<Comparison>> {
			const domain = await repo.find(owner, domainId, clock());
			if (!domain) return fail("not_found", "There is no such domain.");
			const shown = toUnicode(domain.name);
			if (!canRefresh(domain)) return fail("conflict", `${shown} is not registered, so there is nothing to compare.`);
			const info = await registrar.info(domain).catch(() => undefined);
			const now = clock();
			if (info === undefined)
				return fail("unavailable", `The registrar of ${shown} does not answer, or its data can't be read.`);
			const isGone = info === "not_held";
			const facts = isGone ? null : findDifferences(domain, info, now);
			const settled = { ...domain, ...facts };
			const sent = !isGone && (hasOtherSettings(settled, info, now) || hasOtherDs(settled, info));
			const found = { ended: isGone, corrected: Object.keys(facts ?? {}), sent };
			const { id, userId } = domain;
			const params = { domain: shown };
			const done = change(
				recorded(found),
				isGone && (await departed({ registrar, registrations }, domain, now)).change,
				facts && repo.reconcile(owner, domain, facts, now),
				facts && log({ kind: "domain.refreshed", actor: "staff", params, owner, subjectId: id }),
				sent && emit({ kind: "domain.sync", payload: { domainId: id }, userId, replacesWaiting: true }),
			);
			const { state } = await db.commit(done, now);
			return state === "ok" ? ok(found) : fail("conflict", `${shown} was changed in the meantime. Try again.`);
		},

		/** The domains that expire first. */
		first: (owner: Owner, limit: number) => repo.expiringFirst(owner, limit, clock()),

		/** The domains that expire first, of those whose name contains the text. */
		search: (owner: Owner, q: string, limit: number) =>
			repo.list(owner, { tab: "all", q, sort: "expires" }, null, clock(), limit),

		/** Null for a domain that is not the owner's. */
		find: (owner: Owner, domainId: string) => repo.find(owner, domainId, clock()),

		async counts(owner: Owner) {
			return countTabs(await repo.countByStatus(owner, clock()));
		},

		/** @param recorded the entry of the audit log, if staff make the change */
		async setAutoRenew(owner: Owner, domainId: string, autoRenew: boolean, recorded?: Change): Promise<Result<null>> {
			const now = clock();
			const domain = await repo.find(owner, domainId, now);
			if (!domain) return fail("not_found", notInAccount);
			const counted = await countChange(rateLimiter, domain);
			if (!counted.ok) return counted;
			const params = { domain: toUnicode(domain.name), on: autoRenew };
			const actor = recorded ? "staff" : "customer";
			const entry = log({ kind: "domain.auto_renew", actor, params, owner, subjectId: domainId });
			const { id, status, expiresAt } = domain;
			const isDue = autoRenew && status === "active" && isInvoiceDue(expiresAt, 12, now);
			const switched = change(
				recorded,
				repo.setAutoRenew(owner, domainId, autoRenew, now),
				entry,
				isDue && emitAgain("renewal.invoice-domain", renewalInvoiceItem({ id, expiresAt }), now),
			);
			const { state } = autoRenew
				? await db.commit(switched, now)
				: await orders.commitWithoutRenewal(switched, { domainId }, actor, now);
			return state === "ok" ? ok(null) : fail("not_found", notInAccount);
		},
	};
}
