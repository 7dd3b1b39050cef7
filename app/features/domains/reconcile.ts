import type { Domain } from "~/db/schema";
import type { RegistrationInfo } from "~/platform/registrar/registrar";
import { registered } from "./domain-pages";

/** Whether a registry can say something new about it. */
export const asked = ({ status }: Pick<Domain, "status">): boolean => registered.includes(status);

/** What of a domain is not as its registry says; null when all of it is. */
export function differences(
	domain: Domain,
	{ object, expiry, nameservers, delegated }: RegistrationInfo,
	now: number,
): Partial<Domain> | null {
	const facts: Partial<Domain> = {};
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
