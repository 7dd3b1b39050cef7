import { change, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Domain } from "~/db/schema";
import type { Customer } from "~/features/accounts/customer";
import { settings } from "~/features/catalog/settings";
import { compareExpiry } from "~/features/domains/reconcile";
import type { Registrations } from "~/features/domains/registrations.server";
import { quoteRestore, type RestoreQuote } from "~/features/domains/restore";
import { toUnicode } from "~/features/domains/to-unicode";
import type { Clock } from "~/lib/clock";
import { formatDay } from "~/lib/dates";
import { DAY, SECOND } from "~/lib/durations";
import { type Failure, fail, ok, type Result } from "~/lib/result";
import { withTimeout } from "~/lib/with-timeout";
import type { Registrar } from "~/platform/registrar/registrar";
import { contactOf } from "./contact-details";
import { buildOrder, checkBuyer, findPlacedOrder, type PlacedOrder, requestHashOf } from "./new-order.server";
import { createOrdersRepo } from "./orders.repo.server";
import type { RestoreInput } from "./restore.schema";
import { restoreInvoiceLines, restoreLine } from "./restore-lines";
import { createRestoresRepo } from "./restores.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly registrar: Pick<Registrar, "info">;
	readonly registrations: Pick<Registrations, "extend">;
}

const registryTimeoutMs = 3 * SECOND;

/** Orders the restore of domains in redemption. */
export function createRestores({ db, clock, registrar, registrations }: Dependencies) {
	const repo = createRestoresRepo(db);
	const orders = createOrdersRepo(db);

	/** Undefined if the registry does not answer in time. */
	const registration = (domain: Domain) =>
		withTimeout(registrar.info(domain), registryTimeoutMs).catch(() => undefined);

	return {
		/**
		 * Orders the restore of a domain, with a year's renewal. Fails with `conflict` if the total differs from what the
		 * customer saw, or if it is ordered already. Repeated requests with the same key and content return the same order.
		 */
		async restore(
			customer: Customer,
			owner: Owner,
			domainId: string,
			{ total, key }: Pick<RestoreInput, "total" | "key">,
		): Promise<Result<PlacedOrder>> {
			const idempotencyKey = `restore:${key}`;
			const requestHash = requestHashOf([domainId, total]);
			const earlier = () => findPlacedOrder(orders, customer.id, idempotencyKey, requestHash);
			const before = await earlier();
			if (before) return before;
			const refused = checkBuyer(customer);
			if (refused) return { ok: false, error: refused };
			const domain = await repo.domain(owner, domainId, clock());
			if (!domain || domain.status === "released") return fail("not_found", "This domain is not in your account.");

			const info = await registration(domain);
			if (info === "not_held") return fail("conflict", goneMessage(domain));
			const now = clock();
			if (domain.status === "redemption" && info && compareExpiry(domain, info) === "later") {
				await db.commit(registrations.extend(domain, info.expiry, now), now);
				const until = formatDay(info.expiry, customer);
				return fail(
					"conflict",
					`${toUnicode(domain.name)} is already paid until ${until}. You don't have to restore it.`,
				);
			}
			const quoted = quoteRestore(domain, { currency: customer.currency, yearly: info?.renewal }, now);
			if (!quoted.ok) return quoted;
			if (quoted.value.total.amount !== total) return fail("conflict", priceChanged, { code: "price_changed" });
			const { placed, written } = orderOf(customer, owner, domain, quoted.value, { idempotencyKey, requestHash }, now);
			if ((await db.commit(written, now)).state === "ok") return ok(placed);
			return (await earlier()) ?? fail("conflict", orderedMessage(domain), { code: "already_ordered" });
		},

		/** Returns a failure if nothing on the order can be restored or renewed any more, so that it must not be paid. */
		async checkRestorable(orderId: string): Promise<Failure | null> {
			const lines = await repo.ofOrder(orderId);
			const reasons = lines.map((line) => lateReason(line, clock()));
			const [reason = null] = reasons;
			const message = reasons.includes(null) ? null : reason;
			return message === null ? null : fail("conflict", message, { code: "not_payable" }).error;
		},
	};

	function orderOf(
		customer: Customer,
		owner: Owner,
		domain: Domain,
		quote: RestoreQuote,
		keys: { readonly idempotencyKey: string; readonly requestHash: string },
		now: number,
	) {
		const { subtotal, tax, taxBasisPoints, total, until } = quote;
		const order = buildOrder(
			db,
			orders,
			{
				...keys,
				buyer: customer,
				contact: contactOf(customer),
				sums: {
					currency: total.currency,
					...{ subtotal: subtotal.amount, discount: 0, tax: tax.amount, shipping: 0, total: total.amount },
				},
				taxBasisPoints,
				lines: [restoreLine(domain, quote)],
				invoiceLines: restoreInvoiceLines(domain, quote, customer),
				dueAt: Math.min(now + settings.paymentDays * DAY, until),
			},
			now,
		);
		const params = { domain: toUnicode(domain.name) };
		const written = change(
			order.row,
			repo.reserve(owner, domain, now),
			order.contents,
			log({ kind: "domain.restore_ordered", actor: "customer", params, owner, subjectId: domain.id }),
		);
		return { placed: order.placed, written };
	}
}

const priceChanged = "The price has changed since you last saw it. Please check the new price before you restore it.";

const goneMessage = ({ name }: Domain): string =>
	`The registry has already released ${toUnicode(name)}, so it can't be restored.`;

const orderedMessage = ({ name }: Domain): string =>
	`${toUnicode(name)} has changed since you opened the page, or its restoration is already ordered. Reload the page to see it.`;

type OrderedDomain = Awaited<ReturnType<ReturnType<typeof createRestoresRepo>["ofOrder"]>>[number];

/** Why paying for the line would be too late. Null if it is not. */
function lateReason({ kind, name, currentExpiry, tld, status, expiresAt }: OrderedDomain, now: number): string | null {
	if (kind === "renewal" && status === "redemption")
		return `${toUnicode(name)} went into redemption, so it can't be renewed any more. Restore it on its page instead.`;
	if (kind !== "restore") return null;
	if (tld === null || status === null || expiresAt !== currentExpiry || status === "released")
		return `${toUnicode(name)} can't be restored any more, or it is already restored. Cancel this order on its page.`;
	const quoted = quoteRestore({ name, tld, status, expiresAt }, { currency: "KES" }, now);
	return quoted.ok ? null : `${quoted.error.message} Cancel this order on its page.`;
}
