import { z } from "zod";
import type { Outcome } from "../payment-provider";
import type { SandboxEntry } from "./sandbox-payments.repo.server";

/** Body of the sandbox's webhook. `event` contains the entry's version, so that each change is a separate event. */
export const sandboxEventSchema = z.object({
	event: z.string().min(1).max(200),
	ref: z.string().min(1).max(100),
	state: z.enum(["waiting", "approved", "declined", "timed_out"]),
	amount: z.number().int(),
	currency: z.enum(["KES", "USD"]),
	receipt: z.string().max(100).nullable(),
});

type SandboxEvent = z.infer<typeof sandboxEventSchema>;

/** Creates the body of the sandbox's webhook. */
export function sandboxEvent(entry: SandboxEntry): SandboxEvent {
	const { ref, version, state, amount, currency, receipt } = entry;
	return { event: `${ref}:${version}`, ref, state, amount, currency, receipt };
}

/** Maps a webhook's body to an outcome. */
export function sandboxOutcome(entry: Pick<SandboxEvent, "state" | "amount" | "currency" | "receipt">): Outcome {
	switch (entry.state) {
		case "waiting":
			return { state: "pending" };
		case "approved": {
			const { amount, currency, receipt } = entry;
			return { state: "succeeded", amount, currency, ...(receipt !== null && { receipt }) };
		}
		case "declined":
			return { state: "failed", code: "declined" };
		case "timed_out":
			return { state: "failed", code: "timed_out" };
	}
}
