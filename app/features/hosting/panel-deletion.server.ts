import { type Change, emit } from "~/db/change.server";

/** Deletes what an ended plan has at the hosting panel. */
export const panelDeletion = (planId: string, userId: string): Change =>
	emit({ kind: "hosting.delete", payload: { planId }, userId, once: planId });
