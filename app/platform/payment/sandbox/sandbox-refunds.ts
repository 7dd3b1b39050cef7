import type { Clock } from "~/lib/clock";
import { MINUTE } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import type { ProviderRefunds, RefundOutcome } from "../provider-refunds";
import type { SandboxRefund, SandboxRefundsRepo } from "./sandbox-refunds.repo.server";

/** Refunds of these amounts don't succeed at once, in minor units: Ksh 404 or $404 fails, Ksh 408 takes a minute. */
export const sandboxRefundAmounts = { fails: 404_00, takesTime: 408_00 } as const;

interface Dependencies {
	readonly refunds: SandboxRefundsRepo;
	readonly clock: Clock;
}

/** Refunds in the stand-in: stored, and never more than was paid. */
export function createSandboxRefunds({ refunds, clock }: Dependencies): ProviderRefunds {
	return {
		parts: { mpesa: "parts", card: "parts" },
		reportsResult: true,

		async request({ refundId, providerRef: paymentRef, amount, currency }) {
			const { state, failure } = answerTo(amount);
			const ref = `sbx-refund-${randomToken().slice(0, 22)}`;
			const createdAt = clock();
			const opened = await refunds.open({ refundId, ref, paymentRef, amount, currency, state, failure, createdAt });
			return opened ? outcomeOf(opened) : { state: "failed", reason: "More than the payment's amount" };
		},

		async fetchStatus({ refundId }) {
			await refunds.finish(refundId, clock() - MINUTE, clock());
			const found = await refunds.find(refundId);
			if (!found) throw new Error(`No sandbox refund ${refundId}`);
			return outcomeOf(found);
		},
	};
}

function answerTo(amount: number): Pick<SandboxRefund, "state" | "failure"> {
	if (amount === sandboxRefundAmounts.fails) return { state: "failed", failure: "The bank refused the refund" };
	return { state: amount === sandboxRefundAmounts.takesTime ? "pending" : "succeeded", failure: null };
}

const outcomeOf = ({ state, failure, ref: reference }: SandboxRefund): RefundOutcome =>
	state === "failed" ? { state, reason: failure ?? "Unknown", reference } : { state, reference };
