/** A name as one of our accounts holds it; a row of `domains` is one. */
export interface HeldName {
	readonly name: string;
	/** The registry's object as it was at activation; null where that was not stored. */
	readonly registryId: string | null;
	/** When it became active in the account (ms). */
	readonly registeredAt: number | null;
}

/** What a registry has under a name. */
export interface RegistryObject {
	/**
	 * Opaque. Changes when the name is registered again or arrives by a transfer: an EPP adapter makes it from the
	 * object's ROID and the date of its last transfer (RFC 5730 section 2.8, RFC 5731 section 3.1.2).
	 */
	readonly id: string;
	/** When it was registered or transferred last (ms). */
	readonly since: number;
}

/**
 * Whether the registry's object is the one that the account holds. Without a stored id, an object that is older than the
 * holding: a later registration of the same name is somebody else's.
 */
export const isHeldObject = ({ registryId, registeredAt }: HeldName, { id, since }: RegistryObject): boolean =>
	registryId === null ? registeredAt !== null && since <= registeredAt : registryId === id;
