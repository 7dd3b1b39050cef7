import { z } from "zod";
import type { Outcome } from "../payment-provider";
import type { SandboxEntry } from "./sandbox-payments.repo.server";

/** What the sandbox's webhook says: a number for each change of the entry, so that deliveries can be told apart. */
export const sandboxEventSchema = z.object({
	event: z.string().min(1).max(200),
	ref: z.string().min(1).max(100),
	state: z.enum(["waiting", "approved", "declined", "timed_out"]),
	amount: z.number().int(),
	currency: z.enum(["KES", "USD"]),
	receipt: z.string().max(100).nullable(),
});

type SandboxEvent = z.infer<typeof sandboxEventSchema>;

/** The body that the sandbox's webhook carries. */
export function sandboxEvent(entry: SandboxEntry): SandboxEvent {
	const { ref, version, state, amount, currency, receipt } = entry;
	return { event: `${ref}:${version}`, ref, state, amount, currency, receipt };
}

/** What such a body says of a payment, in the port's words. */
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
