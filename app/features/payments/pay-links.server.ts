import { brand } from "~/brand";
import { change, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Invoice } from "~/db/schema";
import type { Client } from "~/features/accounts/client";
import type { Orders } from "~/features/orders/orders.server";
import type { Clock } from "~/lib/clock";
import { HOUR, MINUTE } from "~/lib/durations";
import { formatSeconds } from "~/lib/format-count";
import { fail, ok, type Result } from "~/lib/result";
import type { Secrets } from "~/lib/secrets";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { payLinkPath, payLinkUrl, readPayLink } from "./pay-link";
import type { LinkPaymentInput } from "./payment.schema";
import { createPaymentsRepo } from "./payments.repo.server";
import type { StartedAttempt } from "./request-payment.server";
import type { StartPayment } from "./start-payment.server";

export interface PayLinkDependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly orders: Pick<Orders, "invoice" | "ownInvoice">;
	readonly rateLimiter: RateLimiter;
	/** Sign the links. */
	readonly secrets: Secrets;
	readonly appOrigin: string;
	readonly start: StartPayment;
}

/**
 * Payments that one link can start, whoever has it. Each M-Pesa request reaches a phone, so these limits add to those of
 * the phone (phone-limit.ts).
 */
const perLink = { limit: 10, windowMs: HOUR, delay: { firstMs: MINUTE, maxMs: 10 * MINUTE } } as const;
const perAddress = { limit: 60, windowMs: HOUR, delay: { firstMs: 10_000, maxMs: MINUTE } } as const;

export type PayLinks = ReturnType<typeof createPayLinks>;

/** Links with which anyone can see and pay one invoice, without an account: the customer's bookkeeper or a colleague. */
export function createPayLinks({ db, clock, orders, rateLimiter, secrets, appOrigin, start }: PayLinkDependencies) {
	const repo = createPaymentsRepo(db);

	/** The invoice of a link that has not ended. It may be paid or cancelled. */
	async function find(token: string): Promise<Result<Invoice>> {
		const link = readPayLink(secrets, token, clock());
		if (link === null)
			return fail("not_found", "This link is not valid. Copy the whole address, or ask for a new link.", {
				code: "link_void",
			});
		const invoice = link === "expired" ? undefined : await orders.invoice(link.invoiceId);
		if (link === "expired" || !invoice || invoice.payLinkRound !== link.round)
			return fail("not_found", "This link has ended. Ask the person who sent it for a new one.", { code: "link_void" });
		return ok(invoice);
	}

	return {
		find,

		/** The address of an invoice's page for others. Null if the invoice is not open. */
		url: (invoice: Pick<Invoice, "id" | "state" | "payLinkRound">): string | null =>
			invoice.state === "open"
				? payLinkUrl(secrets, appOrigin, { invoiceId: invoice.id, round: invoice.payLinkRound }, clock())
				: null,

		/**
		 * Starts a payment by someone with the link. It can't use what is in the account: saved cards, credit and the limits of
		 * the customer's own phone. @param client counted, so that one place can't use many links to send requests to phones
		 */
		async start(token: string, input: LinkPaymentInput, client: Client): Promise<Result<StartedAttempt>> {
			const found = await find(token);
			if (!found.ok) return found;
			const { id, userId } = found.value;
			const { allowed, retryAfter } = await rateLimiter.takeAll([
				{ key: ["pay-link", id], ...perLink },
				{ key: ["pay-link:address", client.key], ...perAddress },
			]);
			if (!allowed)
				return fail("rate_limited", `Too many attempts with this link. Try again in ${formatSeconds(retryAfter)}.`, {
					retryAfter,
				});
			// The provider's page shows the address to whoever pays.
			const payer = { id: userId, email: brand.emails.support };
			return start(payer, id, input, { byLink: { returnPath: payLinkPath(token) } });
		},

		/** Ends the links of an open invoice. The next ones are different. */
		async renew(owner: Owner, invoiceId: string): Promise<Result<null>> {
			const now = clock();
			const invoice = await orders.ownInvoice(owner, invoiceId);
			if (!invoice) return fail("not_found", "There is no such invoice.");
			const renewed = change(
				repo.raisePayLinkRound(owner, invoice, now),
				log({
					kind: "invoice.link_replaced",
					actor: "customer",
					params: { invoice: invoice.number },
					owner,
					subjectId: invoiceId,
				}),
			);
			const { state } = await db.commit(renewed, now);
			if (state !== "ok") return fail("conflict", "This invoice is paid or cancelled, so its link has ended already.");
			return ok(null);
		},
	};
}
