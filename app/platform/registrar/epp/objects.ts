import type { DomainContact } from "~/features/domains/contacts";
import { addYears } from "~/lib/add-years";
import { randomToken } from "~/lib/ids";
import { type HeldName, isHeldObject, type RegistryObject } from "../held-name";
import { countryCodeOf, hashOf, phoneOf, postalCodeOf } from "../holder-contact";
import { Refused } from "../orders/call-gate";
import type { RegistrationInfo } from "../registrar";
import { type DomainInfo, domainInfo, hostAddresses } from "./answers";
import { createContact, createHost, infoHost, type Nameserver, type NewContact, updateHost } from "./commands";
import { infoDomain } from "./domain-commands";
import type { Registry } from "./registry";

/** A domain in our account at the registry, which therefore sends its expiry. */
export type OurDomain = DomainInfo & { readonly expiry: number };

/** A name's registration: ours, another registrar's, or none. */
export type Found = OurDomain | "elsewhere" | undefined;

/** A transfer keeps the id of the object (RFC 5730, section 2.8), so the date of the transfer is added. */
export const objectOf = ({ roid, createdAt, transferredAt }: DomainInfo): RegistryObject => ({
	id: transferredAt === null ? roid : `${roid}@${transferredAt}`,
	since: transferredAt ?? createdAt,
});

export const lockStatus = "clientTransferProhibited";

/** The name is not published in the DNS. */
export const holdStatus = "clientHold";

/** Some registries renew names at their expiry, and take the year back from names that are deleted soon after. */
export const isAutoRenewed = ({ rgpStatuses }: DomainInfo): boolean => rgpStatuses.includes("autoRenewPeriod");

/** The end of the years that were ordered (ms). */
export const paidUntil = (domain: OurDomain): number =>
	isAutoRenewed(domain) ? addYears(domain.expiry, -1) : domain.expiry;

export const isLocked = ({ statuses }: DomainInfo): boolean => statuses.includes(lockStatus);

/**
 * A new authorization code: 16 characters, the most that older registries take, with all kinds of characters that some
 * of them ask for.
 */
export const newAuthCode = (): string => `${randomToken().slice(0, 12)}-aK7`;

/** The same for the same contact. An id has at most 16 characters (RFC 5730, clIDType). */
export const contactId = (contact: DomainContact): string => `K${hashOf(contact).slice(0, 15)}`.toUpperCase();

/**
 * The contact as the registry takes it. Postal data for use abroad (`int`) is ASCII (RFC 5733, section 2.4).
 * @throws if the country has no code
 */
export function toContact(contact: DomainContact): NewContact {
	const { firstName, lastName, organisation, email, address, city } = contact;
	const { callingCode, number } = phoneOf(contact);
	return {
		id: contactId(contact),
		name: toAscii(`${firstName} ${lastName}`),
		organisation: organisation && toAscii(organisation),
		street: toAscii(address),
		city: toAscii(city),
		postalCode: postalCodeOf(contact),
		country: countryCodeOf(contact),
		phone: `+${callingCode}.${number}`,
		email,
		authCode: newAuthCode(),
	};
}

/** Without accents, and with a question mark for any other letter that ASCII does not have. */
const toAscii = (text: string): string =>
	text
		.normalize("NFKD")
		.replace(/\p{Mark}/gu, "")
		.replace(/[^\x20-\x7e]/g, "?");

/** Domains, contacts and hosts of our account at a registry. */
export function createObjects(registry: Registry, client: string) {
	const { run, freshId } = registry;

	/** @throws if the registry does not say when our domain expires, because nothing can be compared then */
	async function find(name: string): Promise<Found> {
		try {
			const found = domainInfo(await run(infoDomain(freshId("info"), name)));
			const { expiry } = found;
			if (found.client !== client) return "elsewhere";
			if (expiry === undefined) throw new Error(`${registry.name} sends no expiry of ${name}`);
			return { ...found, expiry };
		} catch (error) {
			if (error instanceof Refused && error.code === 2303) return undefined;
			// Some registries describe a domain only to its registrar.
			if (error instanceof Refused && error.code === 2201) return "elsewhere";
			throw error;
		}
	}

	/** Ignores that the object exists, because an earlier run may have created it. */
	async function create(command: Parameters<typeof run>[0]): Promise<void> {
		try {
			await run(command);
		} catch (error) {
			if (!(error instanceof Refused) || error.code !== 2302) throw error;
		}
	}

	async function prepareHost({ host, addresses }: Nameserver): Promise<void> {
		if (addresses.length === 0) return create(createHost(freshId("host"), { host, addresses }));
		try {
			const current = hostAddresses(await run(infoHost(freshId("host"), host)));
			const added = addresses.filter((address) => !current.includes(address));
			const removed = current.filter((address) => !addresses.includes(address));
			if (added.length + removed.length > 0) await run(updateHost(freshId("host"), host, added, removed));
		} catch (error) {
			if (!(error instanceof Refused) || error.code !== 2303) throw error;
			await create(createHost(freshId("host"), { host, addresses }));
		}
	}

	return {
		find,

		/** Whether another registrar has the object now. Its id stays (RFC 5730, section 2.8). False if the registry does not tell. */
		async isTransferred({ name, registryId }: HeldName): Promise<boolean> {
			try {
				const { client: holder, roid } = domainInfo(await run(infoDomain(freshId("info"), name)));
				return holder !== client && roid === registryId?.split("@")[0];
			} catch (error) {
				if (error instanceof Refused) return false;
				throw error;
			}
		},

		/** The registration that the account holds. Undefined if it is gone. */
		async held(name: HeldName): Promise<OurDomain | undefined> {
			const found = await find(name.name);
			return found && found !== "elsewhere" && isHeldObject(name, objectOf(found)) ? found : undefined;
		},

		/** The id of a contact, which is created unless it exists. */
		async contact(contact: DomainContact): Promise<string> {
			await create(createContact(freshId("contact"), toContact(contact)));
			return contactId(contact);
		},

		/** Creates the nameservers as objects, at registries that have those (RFC 5732). */
		async prepareHosts(servers: readonly Nameserver[]): Promise<void> {
			if (registry.offers("host")) for (const server of servers) await prepareHost(server);
		},

		infoOf: (domain: OurDomain): RegistrationInfo => ({
			name: domain.name,
			object: objectOf(domain),
			expiry: paidUntil(domain),
			nameservers: domain.nameservers,
			locked: isLocked(domain),
			delegated: !domain.statuses.includes("pendingUpdate"),
			...(registry.offers("secDNS") && { signed: domain.signed }),
			// A registry that takes keys shows those, and makes the DS records later.
			...(registry.offers("secDNS") && domain.signed === domain.ds.length > 0 && { ds: domain.ds }),
		}),
	};
}

export type Objects = ReturnType<typeof createObjects>;
