import type { RegistrationInfo } from "~/platform/registrar/registrar";
import { registeredStatuses } from "./domain-pages";
import type { DomainStatus } from "./domain-state";

/** What of a domain its registry can say otherwise. */
interface KnownDomain {
	status: DomainStatus;
	/** The registry's id of the registration. Null until the registry was asked. */
	registryId: string | null;
	/** Milliseconds since the epoch. */
	expiresAt: number | null;
	nameservers: string[];
	delegation: "live" | "pending";
}

/** Whether a registry can say something new about it. */
export const canRefresh = ({ status }: Pick<KnownDomain, "status">): boolean => registeredStatuses.includes(status);

/** What of a domain is not as its registry says; null when all of it is. */
export function findDifferences(
	domain: KnownDomain,
	{ object, expiry, nameservers, delegated }: RegistrationInfo,
	now: number,
): Partial<KnownDomain> | null {
	const facts: Partial<KnownDomain> = {};
	if (domain.registryId === null) facts.registryId = object.id;
	if (domain.expiresAt !== expiry) facts.expiresAt = expiry;
	const status = expiry > now ? "active" : "expired";
	if (domain.status !== status) facts.status = status;
	// While a change of ours is on its way, the registry still tells the former nameservers.
	if (domain.delegation === "live" && delegated && domain.nameservers.join() !== nameservers.join())
		facts.nameservers = [...nameservers];
	if (domain.delegation === "pending" && delegated && domain.nameservers.join() === nameservers.join())
		facts.delegation = "live";
	return Object.keys(facts).length > 0 ? facts : null;
}
