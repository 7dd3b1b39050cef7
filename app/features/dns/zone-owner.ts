import type { ZoneOwner } from "~/platform/dns/dns-host";

interface Registration {
	readonly id: string;
	readonly registeredAt: number | null;
	readonly createdAt: number;
}

/** The owner of a domain's zone. */
export const ownerOf = ({ id, registeredAt, createdAt }: Registration): ZoneOwner => ({
	id,
	since: registeredAt ?? createdAt,
});
