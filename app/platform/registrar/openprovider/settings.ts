import type { ZoneKey } from "~/platform/dns/dns-host";
import type { RegistrationSettings } from "../registrar";
import { type DomainObject, infoOf, nameOf } from "./domain-object";
import type { Records } from "./records";

/** The fields of a domain that differ from its settings. `by_hand`: OpenProvider calls the change of its owner a trade. */
export async function settingsToSend(
	domain: DomainObject,
	{ nameservers, glue, ds, locked, privacy, contacts }: RegistrationSettings,
	{ handleOf }: Pick<Records, "handleOf">,
): Promise<object | "by_hand"> {
	const isMoved = infoOf(domain).nameservers.join() !== nameservers.join();
	const owner = contacts && (await handleOf(contacts.registrant, nameOf(domain)));
	const admin = contacts?.admin ? await handleOf(contacts.admin, nameOf(domain)) : owner;
	const tech = contacts?.tech ? await handleOf(contacts.tech, nameOf(domain)) : owner;
	const hasNewOwner = owner !== null && owner !== domain.owner_handle;
	if (hasNewOwner && !domain.modify_owner_allowed) return "by_hand";
	const keys = ds?.map(({ key }) => dnssecKey(key));
	return {
		...(keys && isOther(keys, domain.dnssec_keys) && { dnssec_keys: keys, is_dnssec_enabled: keys.length > 0 }),
		...((isMoved || glue.length > 0) && { name_servers: nameservers.map((host, index) => server(host, index, glue)) }),
		...(domain.is_lockable && domain.is_locked !== locked && { is_locked: locked }),
		...(domain.is_private_whois_allowed &&
			domain.is_private_whois_enabled !== privacy && { is_private_whois_enabled: privacy }),
		...(hasNewOwner && { owner_handle: owner }),
		...(admin && admin !== domain.admin_handle && { admin_handle: admin }),
		...(tech && tech !== domain.tech_handle && { tech_handle: tech }),
	};
}

type Key = DomainObject["dnssec_keys"][number];

/** OpenProvider takes the key and makes the DS record of it (docs.openprovider.com/swagger.json, DomainDnssecKey). */
const dnssecKey = ({ flags, algorithm, publicKey }: ZoneKey): Key => ({
	...{ flags, alg: algorithm, protocol: 3, pub_key: publicKey },
});

function isOther(keys: readonly Key[], present: readonly Key[]): boolean {
	// Long keys come back with spaces.
	const texts = (list: readonly Key[]) =>
		list.map(({ flags, alg, pub_key }) => `${flags} ${alg} ${pub_key.replace(/\s/g, "")}`).toSorted();
	return texts(keys).join() !== texts(present).join();
}

function server(host: string, index: number, glue: RegistrationSettings["glue"]) {
	const addresses = glue.find((one) => one.host === host)?.addresses ?? [];
	const ip = addresses.find((address) => !address.includes(":"));
	const ip6 = addresses.find((address) => address.includes(":"));
	return { name: host, seq_nr: index, ...(ip && { ip }), ...(ip6 && { ip6 }) };
}
