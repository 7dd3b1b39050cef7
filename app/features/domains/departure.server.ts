import type { Change } from "~/db/change.server";
import type { Domain } from "~/db/schema";
import type { Registrar } from "~/platform/registrar/registrar";
import type { Registrations } from "./registrations.server";

interface Tools {
	readonly registrar: Pick<Registrar, "departure">;
	readonly registrations: Pick<Registrations, "end">;
}

type Gone = Parameters<Registrations["end"]>[0] & Pick<Domain, "registrar" | "registryId" | "locked">;

/**
 * Ends a domain that its registrar no longer has. `isExpected`: the registrar says that it was transferred away, and its
 * holder had unlocked it for that, which takes their password.
 */
export async function departed(
	{ registrar, registrations }: Tools,
	domain: Gone,
	now: number,
): Promise<{ readonly change: Change; readonly isExpected: boolean }> {
	// Asked again if the answer is lost, because the customer's email says what happened.
	const ask = () => registrar.departure(domain);
	const departure = await ask()
		.catch(ask)
		.catch(() => "unknown" as const);
	const isTransferred = departure === "transferred";
	const change = registrations.end(domain, isTransferred ? "transferred" : "lost", now);
	return { change, isExpected: isTransferred && !domain.locked };
}
