import type { Change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { reportProblem, resolveProblem } from "~/db/problems.server";

const problemOf = (provider: string) => ({ kind: "initiator", subject: provider }) as const;

/** Tells staff that a provider refuses our API user. @param answer in the provider's words */
export const initiatorRefused = (db: Pick<Database, "orm">, provider: string, answer: string, now: number): Change =>
	reportProblem(db, { ...problemOf(provider), answer, about: { initiatorOf: provider, answer } }, now);

/** The provider has accepted our API user, so that problem is over. */
export const initiatorAccepted = (db: Pick<Database, "orm">, provider: string, now: number): Change =>
	resolveProblem(db, problemOf(provider), now);
