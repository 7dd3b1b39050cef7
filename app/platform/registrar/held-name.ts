import type { RegistrarId } from "./registrar-routes";

/** A name held by one of our accounts. A row of `domains` is one. */
export interface HeldName {
	readonly name: string;
	/** The registrar that holds it. Null for older rows: the first one for its extension. */
	readonly registrar: RegistrarId | null;
	/** The registry's object id at activation. Null if it was not stored. */
	readonly registryId: string | null;
	/** When it became active in the account (ms). */
	readonly registeredAt: number | null;
}

/** A registration in the registry. */
export interface RegistryObject {
	/**
	 * Opaque. Changes when the name is registered again or transferred. An EPP adapter combines the object's ROID and the
	 * date of its last transfer (RFC 5730 section 2.8, RFC 5731 section 3.1.2).
	 */
	readonly id: string;
	/** When it was last registered or transferred (ms). */
	readonly since: number;
}

/**
 * Whether the registry's object is the one that the account holds. Without a stored id, it is if the object is older than
 * the account's activation, because a later registration of the name belongs to someone else.
 */
export const isHeldObject = (
	{ registryId, registeredAt }: Pick<HeldName, "registryId" | "registeredAt">,
	{ id, since }: RegistryObject,
): boolean => (registryId === null ? registeredAt !== null && since <= registeredAt : registryId === id);
