import type { Clock } from "~/lib/clock";
import { randomToken } from "~/lib/ids";
import { logger } from "~/lib/log.server";
import type { CardFacts, PaymentProvider } from "../payment-provider";
import { sandboxEvent } from "./sandbox-event";
import type { SandboxCard, SandboxEntry, SandboxPaymentsRepo } from "./sandbox-payments.repo.server";
import { createReceipt } from "./sandbox-receipt";
import { sign, signatureHeader } from "./sandbox-signature";

type SandboxAnswer = "approve" | "decline" | "time_out";

/** Customer actions in the sandbox, on the phone or card form. */
export interface SandboxCustomer {
	find(ref: string): Promise<SandboxEntry | undefined>;
	/** Stores the answer, then calls the shop's webhook as a real provider does. */
	answer(ref: string, answer: SandboxAnswer): Promise<SandboxEntry | undefined>;
	/** Pays with an entered card. */
	payByCard(ref: string, card: TypedCard): Promise<SandboxEntry | undefined>;
}

/** An entered card, without its number. */
export type TypedCard = CardFacts & { readonly bank: SandboxCard["bank"] };

interface Dependencies {
	readonly payments: SandboxPaymentsRepo;
	readonly provider: PaymentProvider;
	readonly clock: Clock;
	readonly secret: string;
	/** Calls the webhook with the signed bytes. May fail, because the shop also polls the status. */
	readonly deliver: (webhookUrl: string, raw: Uint8Array, headers: Headers) => Promise<unknown>;
}

const states = { approve: "approved", decline: "declined", time_out: "timed_out" } as const;

/** For the sandbox's phone and card pages. */
export function createSandboxCustomer({ payments, provider, clock, secret, deliver }: Dependencies): SandboxCustomer {
	async function report(entry: SandboxEntry): Promise<void> {
		const raw = new TextEncoder().encode(JSON.stringify(sandboxEvent(entry)));
		const headers = new Headers({
			"Content-Type": "application/json",
			[signatureHeader]: sign(secret, raw, clock()),
		});
		try {
			await deliver(entry.webhookUrl, raw, headers);
		} catch (error) {
			logger.warn("sandbox_webhook_failed", { providerId: entry.ref, error });
		}
	}

	async function conclude(ref: string, answer: SandboxAnswer, card?: SandboxCard) {
		if (!(await payments.find(ref))) return undefined;
		const receipt = answer === "approve" ? createReceipt() : null;
		await payments.answer(ref, states[answer], { receipt, card, now: clock() });
		const entry = await payments.find(ref);
		if (entry) await report(entry);
		return entry;
	}

	return {
		async find(ref) {
			const entry = await payments.find(ref);
			if (entry?.state !== "waiting") return entry;
			// Reading the status times out an old request.
			await provider.fetchStatus(ref);
			return payments.find(ref);
		},

		answer: (ref, answer) => conclude(ref, answer),
		payByCard(ref, card) {
			const token = `sbx-card-${randomToken().slice(0, 22)}`;
			return conclude(ref, "approve", { token, ...card, revokedAt: null, createdAt: clock() });
		},
	};
}
