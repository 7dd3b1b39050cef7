import { brand } from "~/brand";
import { DAY } from "~/lib/durations";
import { usesOnly } from "~/platform/dns/dns-host";

/**
 * `signing`: switched on, our nameservers don't sign the zone yet. `waiting`: signed, the registry does not publish the
 * DS record yet. `removing`: switched off, the registry still publishes it. `expiring`: other servers may still remember
 * it, so the zone stays signed. `unsigning`: our nameservers are removing the key.
 */
export type DnssecState = "off" | "signing" | "waiting" | "active" | "removing" | "expiring" | "unsigning";

/** States in which the switch is on. */
const onStates: readonly DnssecState[] = ["signing", "waiting", "active"];

export const isDnssecOn = (state: DnssecState): boolean => onStates.includes(state);

/** States in which the registry has to publish the zone's DS records. */
export const hasDs = (state: DnssecState): boolean => state === "waiting" || state === "active";

/**
 * How long a zone stays signed after its DS record is gone. Resolvers treat unsigned answers as forged while they
 * remember the record: a day at most registries (RFC 6781, section 4.1.3).
 */
export const dsForgottenMs = 2 * DAY;

/** The nameservers of all our DNS services. */
export const ourNameservers: readonly string[] = [
	...brand.nameservers,
	...Object.values(brand.otherNameservers).flat(),
];

/** @param ours the nameservers of the domain's zone, where it matters which of our services has it */
export const usesOurNameservers = (nameservers: readonly string[], ours = ourNameservers): boolean =>
	usesOnly(nameservers, ours);
