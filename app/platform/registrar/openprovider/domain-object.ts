import { z } from "zod";
import { dsOf } from "~/platform/dns/ds-record";
import type { RegistryObject } from "../held-name";
import type { RegistrationInfo } from "../registrar";
import { amsterdamTime } from "./amsterdam-time";

/** Fields that OpenProvider may leave out or send as null (docs.openprovider.com/swagger.json, domainDomain). */
const text = z
	.string()
	.nullish()
	.transform((value) => value ?? "");
const yes = z
	.boolean()
	.nullish()
	.transform((value) => value ?? false);
const time = text.transform((value) => amsterdamTime(value));

export const domainObject = z.object({
	id: z.number().int().positive(),
	domain: z.object({ name: z.string(), extension: z.string() }),
	status: z.string(),
	comments: text,
	active_date: time,
	order_date: time,
	/** The end of the paid time. `expiration_date` differs under some extensions, and the official module uses this one. */
	renewal_date: time,
	soft_quarantine_expiry_date: time,
	hard_quarantine_expiry_date: time,
	restorable_until: time,
	is_locked: yes,
	is_lockable: z
		.boolean()
		.nullish()
		.transform((value) => value ?? true),
	is_private_whois_enabled: yes,
	is_private_whois_allowed: z
		.boolean()
		.nullish()
		.transform((value) => value ?? true),
	modify_owner_allowed: z
		.boolean()
		.nullish()
		.transform((value) => value ?? true),
	owner_handle: text,
	admin_handle: text,
	tech_handle: text,
	/** Of the registrant's email address. Empty if the extension needs no check. */
	verification_email_status: text.transform((value) => value.trim().toLowerCase()),
	verification_email_exp_date: time,
	verification_email_name: text,
	dnssec_keys: z
		.array(z.object({ flags: z.number(), alg: z.number(), protocol: z.number().nullish(), pub_key: z.string() }))
		.nullish()
		.transform((list) => list ?? []),
	name_servers: z
		.array(z.object({ name: text, ip: text, ip6: text, seq_nr: z.number().nullish() }))
		.nullish()
		.transform((list) => (list ?? []).toSorted((a, b) => (a.seq_nr ?? 0) - (b.seq_nr ?? 0))),
});

export type DomainObject = z.output<typeof domainObject>;

export const nameOf = ({ domain: { name, extension } }: DomainObject): string => `${name}.${extension}`.toLowerCase();

/** `name` and `extension` of a domain, as OpenProvider wants them. */
export function splitName(name: string): { readonly name: string; readonly extension: string } {
	const dot = name.indexOf(".");
	return { name: name.slice(0, dot), extension: name.slice(dot + 1) };
}

/**
 * What a status means (doc.openprovider.eu/API_Format_Domain_Status, and TRAN from the official module). `waiting`: REQ
 * requested, SCH scheduled, PEN needs further information, RRQ restore requested. An unknown status is `waiting`, too.
 */
export function phaseOf({
	status,
}: Pick<DomainObject, "status">): "active" | "waiting" | "failed" | "deleted" | "gone" {
	switch (status) {
		case "ACT":
			return "active";
		case "FAI":
			return "failed";
		case "DEL":
			return "deleted";
		case "TRAN":
			return "gone";
		default:
			return "waiting";
	}
}

/** Whether a deleted domain can still be restored by its holder. True if OpenProvider names no date. */
export function isRestorable(domain: DomainObject, now: number): boolean {
	const until = domain.restorable_until ?? domain.hard_quarantine_expiry_date ?? domain.soft_quarantine_expiry_date;
	return until === null || until > now;
}

/** @throws if OpenProvider sends no date of renewal, because nothing can be compared then */
export function expiryOf(domain: DomainObject): number {
	if (domain.renewal_date === null) throw new Error(`OpenProvider sends no renewal date of ${nameOf(domain)}`);
	return domain.renewal_date;
}

export const objectOf = ({ id, active_date, order_date }: DomainObject): RegistryObject => ({
	id: String(id),
	since: active_date ?? order_date ?? Number.POSITIVE_INFINITY,
});

export const infoOf = (domain: DomainObject): RegistrationInfo => ({
	name: nameOf(domain),
	object: objectOf(domain),
	expiry: expiryOf(domain),
	nameservers: domain.name_servers.map(({ name }) => name.toLowerCase()),
	locked: domain.is_lockable ? domain.is_locked : null,
	...(domain.is_private_whois_allowed && { privacy: domain.is_private_whois_enabled }),
	signed: domain.dnssec_keys.length > 0,
	// OpenProvider makes the DS records of the keys.
	ds: domain.dnssec_keys.map(({ flags, alg, pub_key }) =>
		dsOf(nameOf(domain), { flags, algorithm: alg, publicKey: pub_key.replace(/\s/g, "") }),
	),
	// OpenProvider answers after the registry has accepted a change.
	delegated: true,
});
