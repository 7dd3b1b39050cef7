import { DAY } from "~/lib/durations";
import type { ListedRegistration, PublishedDs, RegistrationInfo } from "~/platform/registrar/registrar";
import { type DnssecState, usesOurNameservers } from "./dnssec";
import { registeredStatuses } from "./domain-pages";
import type { DomainStatus } from "./domain-state";

/** The fields of a domain that its registry also reports. */
interface KnownDomain {
	status: DomainStatus;
	/** The registry's id of the registration. Null until the registry was asked. */
	registryId: string | null;
	/** Milliseconds since the epoch. */
	expiresAt: number | null;
	nameservers: string[];
	delegation: "live" | "pending";
}

/** After so many nights in a row, our settings are not sent again until staff have decided. */
export const mostNights = 3;

/** Differences that only a person can judge, with what staff read about them. The text is stored with the event. */
export const differenceReasons = {
	ended:
		"The registrar no longer has this domain, and does not say that it was transferred after its holder had unlocked it. We ended it and told the customer. Check that this is right",
	settings: `The registrar had other settings than the customer chose on ${mostNights + 1} nights in a row. We sent ours each time and stopped. Find out who changes them there, or why the registrar does not keep them. Then close this, and we send them again`,
	earlier:
		"The registrar reports an earlier expiry date than ours. We changed nothing. Check whether a renewal that was paid for is missing",
} as const;

export type Difference = keyof typeof differenceReasons;

/** Which difference a stored reason is about. Null for another failure, such as a registrar that did not answer. */
export function differenceOf(stored: string | null): Difference | null {
	const reason = stored?.replace(/^Discarded: /, "");
	return (Object.keys(differenceReasons) as Difference[]).find((one) => differenceReasons[one] === reason) ?? null;
}

/** Whether to ask the registry about a domain. */
export const canRefresh = ({ status }: Pick<KnownDomain, "status">): boolean => registeredStatuses.includes(status);

/** Registries list nameservers in an order of their choice. */
function sameHosts(left: readonly string[], right: readonly string[]): boolean {
	const sorted = (hosts: readonly string[]) => hosts.map((host) => host.toLowerCase()).toSorted();
	return sorted(left).join() === sorted(right).join();
}

/** The registry's values of the fields that differ from ours. Null if none do. */
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
	// While our change is pending, the registry still reports the old nameservers.
	const isSame = sameHosts(domain.nameservers, nameservers);
	if (domain.delegation === "live" && delegated && !isSame) facts.nameservers = [...nameservers];
	if (domain.delegation === "pending" && delegated && isSame) facts.delegation = "live";
	return Object.keys(facts).length > 0 ? facts : null;
}

/**
 * Up to a day apart is the same date. Some registrars report local dates. And a registry that renews a name at its expiry
 * moves 29 February to 28 February, which is a year after both.
 */
export function compareExpiry(
	{ expiresAt }: Pick<KnownDomain, "expiresAt">,
	{ expiry }: Pick<ListedRegistration, "expiry">,
): "same" | "later" | "earlier" {
	if (expiresAt === null) return "later";
	if (Math.abs(expiry - expiresAt) <= DAY) return "same";
	return expiry > expiresAt ? "later" : "earlier";
}

/** A change of nameservers that the registrar does not have after this time is a difference (ms). */
const changeMayTakeMs = DAY;

interface Settings extends Pick<KnownDomain, "nameservers" | "delegation"> {
	readonly updatedAt: number;
	readonly locked: boolean;
	readonly privacy: boolean;
}

/** Whether the registrar has the nameservers that the customer chose, and they were not known to be in use. */
export const isNewlyLive = (
	{ nameservers, delegation }: Pick<Settings, "nameservers" | "delegation">,
	info: Pick<ListedRegistration, "delegated" | "nameservers">,
): boolean =>
	delegation === "pending" &&
	info.delegated &&
	info.nameservers !== undefined &&
	sameHosts(nameservers, info.nameservers);

/** Whether the registrar has other settings than the customer chose. Leaves out what it can't have or has not applied yet. */
export function hasOtherSettings(domain: Settings, info: ListedRegistration, now: number): boolean {
	const { nameservers, delegation, locked, privacy, updatedAt } = domain;
	const isDue = delegation === "live" || updatedAt <= now - changeMayTakeMs;
	const isCompared = isDue && info.delegated && info.nameservers !== undefined;
	return (
		(isCompared && !sameHosts(nameservers, info.nameservers)) ||
		(typeof info.locked === "boolean" && info.locked !== locked) ||
		(info.privacy !== undefined && info.privacy !== privacy)
	);
}

interface SignedDomain extends Pick<KnownDomain, "nameservers"> {
	readonly dnssec: DnssecState;
	/** Of the zone's keys. Null if it is not signed. */
	readonly ds: readonly PublishedDs[] | null;
}

/**
 * Whether the registry publishes other DS records than those of the zone's keys. Leaves out a change of DNSSEC that is on
 * its way, and the records of another DNS provider.
 */
export function hasOtherDs(
	{ nameservers, dnssec, ds }: SignedDomain,
	info: Pick<ListedRegistration, "delegated" | "signed" | "ds">,
): boolean {
	const isSettled = (dnssec === "active" || dnssec === "off") && info.delegated && usesOurNameservers(nameservers);
	if (!isSettled || info.signed === undefined) return false;
	const wanted = dnssec === "active" ? (ds ?? []) : [];
	if (!info.ds) return info.signed !== wanted.length > 0;
	const textOf = (records: readonly PublishedDs[]) =>
		records
			.map(({ keyTag, algorithm, digestType, digest }) =>
				[keyTag, algorithm, digestType, digest.toLowerCase()].join(" "),
			)
			.toSorted()
			.join();
	return textOf(info.ds) !== textOf(wanted);
}
