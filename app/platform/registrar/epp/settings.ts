import type { RegistrationSettings } from "../registrar";
import type { Nameserver } from "./commands";
import type { DomainChanges } from "./domain-commands";
import { isLocked, lockStatus, type Objects, type OurDomain } from "./objects";
import type { Registry } from "./registry";

const key = ({ keyTag, algorithm, digestType, digest }: OurDomain["ds"][number]): string =>
	[keyTag, algorithm, digestType, digest.toLowerCase()].join(" ");

/**
 * What to change so that the domain has these settings. Null if it has them. Creates the contacts and hosts that it
 * needs. Privacy is the registry's rule, so it is not sent.
 */
export async function settingsToSend(
	domain: OurDomain,
	{ nameservers, glue, ds, locked, contacts }: RegistrationSettings,
	{ registry, objects }: { readonly registry: Registry; readonly objects: Objects },
): Promise<DomainChanges | null> {
	const hostObjects = registry.offers("host");
	const wanted = nameservers.map(
		(host): Nameserver => ({
			host,
			addresses: glue.find((one) => one.host === host)?.addresses ?? [],
		}),
	);
	const isPresent = ({ host, addresses }: Nameserver) =>
		domain.nameservers.includes(host) &&
		(hostObjects || sameSet(addresses, domain.glue.find((one) => one.host === host)?.addresses ?? []));
	const addServers = wanted.filter((server) => !isPresent(server));
	// Also creates missing addresses of hosts that the domain has.
	await objects.prepareHosts(wanted.filter((server) => !isPresent(server) || server.addresses.length > 0));
	const removeServers = domain.nameservers
		.filter((host) => !wanted.some((server) => server.host === host && isPresent(server)))
		.map((host) => ({ host, addresses: domain.glue.find((one) => one.host === host)?.addresses ?? [] }));
	const isSigned = sameSet((ds ?? []).map(key), domain.ds.map(key));
	const changes = {
		...(addServers.length > 0 && { addServers }),
		...(removeServers.length > 0 && { removeServers }),
		...(registry.offers("secDNS") && ds !== null && !isSigned && { ds }),
		...(locked && !isLocked(domain) && { addStatuses: [lockStatus] }),
		...(!locked && isLocked(domain) && { removeStatuses: [lockStatus] }),
		...(contacts && (await contactChanges(domain, contacts, objects))),
	};
	return Object.keys(changes).length > 0 ? { name: domain.name, hostObjects, ...changes } : null;
}

const sameSet = (left: readonly string[], right: readonly string[]): boolean =>
	left.toSorted().join() === right.toSorted().join();

async function contactChanges(
	domain: OurDomain,
	{ registrant, admin, tech }: NonNullable<RegistrationSettings["contacts"]>,
	{ contact }: Objects,
) {
	const owner = await contact(registrant);
	const wanted = { admin: admin ? await contact(admin) : owner, tech: tech ? await contact(tech) : owner };
	const current = domain.contacts.filter(({ type }) => type === "admin" || type === "tech");
	const isSame = sameSet(
		current.map(({ type, id }) => `${type} ${id}`),
		[`admin ${wanted.admin}`, `tech ${wanted.tech}`],
	);
	const changed = isSame ? {} : { addContacts: wanted, removeContacts: current };
	return { ...changed, ...(owner !== domain.registrant && { registrant: owner }) };
}
