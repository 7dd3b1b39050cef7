import type { Effect } from "../../db/outbox.server";

/** What a plan held at the panel goes once the plan has ended. */
export const deletionOf = (planId: string, userId: string): Effect => ({
	kind: "hosting.delete",
	payload: { planId },
	userId,
	dedupeKey: `hosting.delete:${planId}`,
});
