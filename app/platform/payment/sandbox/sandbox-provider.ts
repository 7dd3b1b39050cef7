import { href } from "react-router";
import type { PaymentMethod } from "~/features/payments/payment-method";
import type { Clock } from "~/lib/clock";
import { MINUTE, SECOND } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { readJson } from "~/lib/read-json";
import { acceptedMethods } from "../accepted-methods";
import type { Outcome, PaymentProvider, StartedPayment } from "../payment-provider";
import { bankAnswer, failureCode, paidWithCard } from "./charge-card";
import { sandboxEventSchema, sandboxOutcome } from "./sandbox-event";
import type { SandboxEntry, SandboxPaymentsRepo } from "./sandbox-payments.repo.server";
import { createReceipt } from "./sandbox-receipt";
import { createSandboxRefunds } from "./sandbox-refunds";
import type { SandboxRefundsRepo } from "./sandbox-refunds.repo.server";
import { isAuthentic, signatureHeader } from "./sandbox-signature";

interface Dependencies {
	readonly payments: SandboxPaymentsRepo;
	readonly refunds: SandboxRefundsRepo;
	readonly clock: Clock;
	readonly appOrigin: string;
	/** Signs the webhooks. */
	readonly secret: string;
}

/** How long the customer can answer: on the phone as long as with M-Pesa, on the card form longer. */
const answerTime = (method: PaymentMethod): number => (method === "mpesa" ? 60 * SECOND : 15 * MINUTE);

/** Stand-in for M-Pesa and a card provider: stores payments and sends webhooks, but no real money. */
export function createSandboxProvider({ payments, refunds, clock, appOrigin, secret }: Dependencies): PaymentProvider {
	return {
		id: "sandbox",
		takes: acceptedMethods.sandbox,
		webhookProof: "signature",
		refunds: createSandboxRefunds({ refunds, clock }),

		async start({ attemptId, method, invoiceNumber, amount, currency, cardToken, payer, returnUrl, webhookUrl }) {
			const now = clock();
			const state = cardToken ? bankAnswer(await payments.card(cardToken), now) : "waiting";
			const entry = await payments.open({
				ref: `sbx-${randomToken().slice(0, 22)}`,
				attemptId,
				method,
				invoiceNumber,
				amount,
				currency,
				phone: payer.phone ?? null,
				cardToken: cardToken ?? null,
				webhookUrl,
				returnUrl,
				state,
				receipt: state === "approved" ? createReceipt() : null,
				createdAt: now,
			});
			const { ref } = entry;
			const page = method === "mpesa" ? href("/sandbox/phone/:ref", { ref }) : href("/sandbox/card/:ref", { ref });
			const url = `${appOrigin}${page}`;
			return {
				providerRef: entry.ref,
				expiresAt: entry.createdAt + answerTime(method),
				next: nextOf(entry, url),
			};
		},

		async parseWebhook(raw, headers, now) {
			if (!isAuthentic(secret, raw, headers.get(signatureHeader), now)) return { kind: "unauthentic" };
			const event = sandboxEventSchema.safeParse(readJson(raw));
			if (!event.success) return { kind: "malformed" };
			const { event: dedupeKey, ref: providerRef } = event.data;
			return { kind: "event", dedupeKey, providerRef, claim: sandboxOutcome(event.data) };
		},

		async fetchStatus(providerRef) {
			const found = await payments.find(providerRef);
			if (!found) throw new Error(`No sandbox payment ${providerRef}`);
			const limit = clock() - answerTime(found.method);
			if (found.state !== "waiting" || found.createdAt > limit) return outcomeOf(found);
			await payments.expire(providerRef, limit, clock());
			return outcomeOf((await payments.find(providerRef)) ?? found);
		},

		async forgetCard(token) {
			await payments.revokeCard(token, clock());
		},

		async probe() {
			await payments.find("probe");
		},
	};

	async function outcomeOf(entry: SandboxEntry): Promise<Outcome> {
		const outcome = sandboxOutcome(entry);
		const { cardToken, phone } = entry;
		const card = cardToken === null ? undefined : await payments.card(cardToken);
		if (outcome.state === "failed" && outcome.code === "declined" && cardToken)
			return { ...outcome, code: failureCode(card, clock()) };
		if (outcome.state !== "succeeded") return outcome;
		if (card) return { ...outcome, paidWith: paidWithCard(card) };
		return phone ? { ...outcome, paidWith: { kind: "mpesa", phone } } : outcome;
	}
}

function nextOf({ method, state }: SandboxEntry, url: string): StartedPayment["next"] {
	if (method === "mpesa") return { kind: "await_push" };
	return state === "waiting" ? { kind: "redirect", url } : { kind: "decided" };
}
