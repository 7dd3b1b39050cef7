import { brand } from "~/brand";
import { change, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Client } from "~/features/accounts/client";
import type { Customer } from "~/features/accounts/customer";
import { commitOpening } from "~/features/tickets/opening.server";
import type { Tickets } from "~/features/tickets/tickets.server";
import type { Clock } from "~/lib/clock";
import { DAY, HOUR, MINUTE, SECOND } from "~/lib/durations";
import { formatSeconds } from "~/lib/format-count";
import { derivedId, randomToken } from "~/lib/ids";
import { fail, ok, type Result } from "~/lib/result";
import type { Secrets } from "~/lib/secrets";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { type EnquiryInput, type EnquiryKind, enquiryDepartment, enquirySubject, enquiryText } from "./enquiry";
import { createFormToken, readFormToken } from "./form-token";

export const enquiryRateLimits = {
	/** Over the limit, forms are delayed and not blocked, because offices and mobile networks share addresses. */
	perClient: { limit: 20, windowMs: HOUR, delay: { firstMs: 10 * SECOND, maxMs: 2 * MINUTE } },
	/**
	 * Confirmations go to an unverified address: this is the most that a stranger can make us send to it. Beyond that,
	 * the enquiry is stored without a confirmation.
	 */
	confirmationsPerHour: { limit: 5, windowMs: HOUR },
	confirmationsPerDay: { limit: 10, windowMs: DAY },
	/** Forms without a form token. Beyond this limit a form token is required. */
	withoutTokenPerClient: { limit: 3, windowMs: HOUR },
} as const;

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly rateLimiter: RateLimiter;
	readonly tickets: Pick<Tickets, "byId" | "confirmation" | "firstMessage" | "opening" | "settings">;
	/** Signs form tokens. */
	readonly secrets: Secrets;
}

interface Sender {
	readonly client: Client;
	/** Null if not signed in. */
	readonly customer: Customer | null;
	/** Sent as an HTML form. On a prerendered page without script, it has no form token. */
	readonly isHtmlForm?: boolean;
}

export type Support = ReturnType<typeof createSupport>;

/** Opens a ticket for each enquiry and confirms it to the sender. */
export function createSupport({ db, clock, rateLimiter, tickets, secrets }: Dependencies) {
	/** Counts a signed-in customer alone, so that others behind the same address can't delay them. */
	async function withinLimits({ client, customer }: Sender): Promise<Result<null>> {
		const { allowed, retryAfter } = await rateLimiter.take(
			customer ? ["enquiry:customer", customer.id] : ["enquiry:client", client.key],
			enquiryRateLimits.perClient,
		);
		if (allowed) return ok(null);
		const wait = `Try again in ${formatSeconds(retryAfter)}, or write to ${brand.emails.support}.`;
		return fail(
			"rate_limited",
			`You have sent too many messages in a short time. Your text is still in the form. ${wait}`,
			{ retryAfter },
		);
	}

	async function canSendWithoutToken({ client, isHtmlForm = false }: Sender): Promise<boolean> {
		if (!isHtmlForm) return false;
		const { withoutTokenPerClient } = enquiryRateLimits;
		return (await rateLimiter.take(["enquiry:unstamped", client.key], withoutTokenPerClient)).allowed;
	}

	async function canConfirm(email: string): Promise<boolean> {
		const { allowed } = await rateLimiter.takeAll([
			{ key: ["enquiry:confirmation", email], ...enquiryRateLimits.confirmationsPerHour },
			{ key: ["enquiry:confirmation-day", email], ...enquiryRateLimits.confirmationsPerDay },
		]);
		return allowed;
	}

	const ticketOf = (id: string, kind: EnquiryKind, input: EnquiryInput) => ({
		id,
		via: "form" as const,
		name: input.name,
		email: input.email,
		phone: input.phone,
		department: enquiryDepartment({ kind, topic: input.topic }),
		subject: enquirySubject({ kind, topic: input.topic }),
		body: enquiryText(input),
	});

	/** Opens the ticket with its confirmation. Returns its number, also if there is one with its id. */
	async function save(ticket: ReturnType<typeof ticketOf>, kind: EnquiryKind, customer: Customer | null) {
		const userId = customer?.id;
		const [mayConfirm, settings] = await Promise.all([canConfirm(ticket.email), tickets.settings()]);
		return commitOpening({ db, clock }, { id: ticket.id, prefix: "ENQ" }, (number) =>
			change(
				tickets.opening({ ...ticket, number, userId: userId ?? null }, ticket.name, settings),
				mayConfirm && tickets.confirmation(ticket.id, userId),
				userId !== undefined &&
					log({
						kind: "enquiry.sent",
						actor: "customer",
						params: { enquiry: kind, reference: number },
						owner: { userId },
						subjectId: ticket.id,
					}),
			),
		);
	}

	/** Whether a form with this id has the same content. */
	async function isSame({ name, email, phone, subject, body, id }: ReturnType<typeof ticketOf>): Promise<boolean> {
		const [sent, first] = await Promise.all([tickets.byId(id), tickets.firstMessage(id)]);
		const fields = [sent?.name, sent?.email, sent?.phone, sent?.subject, first?.body];
		return JSON.stringify(fields) === JSON.stringify([name, email, phone, subject, body]);
	}

	return {
		/** Creates a token for a new form. */
		formToken: () => createFormToken(secrets[0], clock(), randomToken().slice(0, 16)),

		/**
		 * Returns the reference. The same form sent twice is one enquiry. A form token sends one form: another form with it is
		 * treated as one without a form token.
		 */
		async send(
			kind: EnquiryKind,
			{ formToken, ...input }: EnquiryInput & { readonly formToken: string },
			sender: Sender,
		): Promise<Result<{ reference: string }>> {
			const { customer } = sender;
			const checked = readFormToken(secrets, formToken, clock());
			if (checked.state === "missing" && !(formToken === "" && (await canSendWithoutToken(sender))))
				return unconfirmed();
			if (checked.state === "early") {
				const retryAfter = Math.ceil(checked.wait / 1_000);
				return fail("rate_limited", "Please wait a moment, then send the form again.", {
					code: "early",
					retryAfter,
				});
			}
			const allowed = await withinLimits(sender);
			if (!allowed.ok) return allowed;
			const withoutToken = () => JSON.stringify([Math.floor(clock() / DAY), kind, input]);
			const ticket = ticketOf(derivedId("tck", formToken || withoutToken()), kind, input);
			const saved = await save(ticket, kind, customer);
			return saved && (saved.isNew || (await isSame(ticket))) ? ok({ reference: saved.number }) : unconfirmed();
		},
	};
}

const unconfirmed = () => fail("invalid", "Please check your message, then send it again.", { code: "unconfirmed" });
