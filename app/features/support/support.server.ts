import { brand } from "~/brand";
import { change, emit, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { reportProblem } from "~/db/problems.server";
import type { Client } from "~/features/accounts/client";
import type { Customer } from "~/features/accounts/customer";
import type { Clock } from "~/lib/clock";
import { DAY, HOUR, MINUTE, SECOND } from "~/lib/durations";
import { formatSeconds } from "~/lib/format-count";
import { createId, randomToken } from "~/lib/ids";
import { fail, ok, type Result } from "~/lib/result";
import type { Secrets } from "~/lib/secrets";
import { sha256Hex } from "~/lib/sha256";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { type EnquiryInput, type EnquiryKind, referenceOf } from "./enquiry";
import { createFormToken, readFormToken } from "./form-token";
import { createSupportRepo } from "./support.repo.server";

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

/** Saves enquiries, emails them to us and confirms them to the sender. */
export function createSupport({ db, clock, rateLimiter, secrets }: Dependencies) {
	const repo = createSupportRepo(db);

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

	/** Saves the enquiry with its emails. Null if an enquiry has used up the key. */
	async function save(kind: EnquiryKind, input: EnquiryInput, dedupeKey: string, customer: Customer | null) {
		const now = clock();
		const id = createId("enq", now);
		const reference = referenceOf(id);
		const userId = customer?.id;
		const payload = { enquiryId: id };
		const params = { enquiry: kind, reference };
		const sent = change(
			repo.add({ id, reference, kind, ...input, userId: userId ?? null, dedupeKey, createdAt: now }),
			emit({ kind: "mail.enquiry", payload }),
			reportProblem(db, { kind: "enquiry", subject: id, about: null }, now),
			(await canConfirm(input.email)) && emit({ kind: "mail.enquiry-confirmation", payload, userId }),
			userId !== undefined &&
				log({ kind: "enquiry.sent", actor: "customer", params, owner: { userId }, subjectId: id }),
		);
		return (await db.commit(sent, now)).state === "ok" ? reference : null;
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
			const dedupeKey = sha256Hex(formToken || withoutToken());
			const reference = await save(kind, input, dedupeKey, customer);
			if (reference !== null) return ok({ reference });
			const sent = await repo.findByKey(dedupeKey);
			return sent && sameForm(sent, { kind, ...input }) ? ok({ reference: sent.reference }) : unconfirmed();
		},
	};
}

const unconfirmed = () => fail("invalid", "Please check your message, then send it again.", { code: "unconfirmed" });

type Form = EnquiryInput & { readonly kind: EnquiryKind };

const sameForm = (one: Form, other: Form): boolean => contentOf(one) === contentOf(other);

const contentOf = ({ kind, name, email, phone, topic, message, details }: Form): string =>
	JSON.stringify([kind, name, email, phone, topic, message, details]);
