import type { HeldName } from "./held-name";
import type { NotHeld } from "./registrar";

/**
 * A check of the registrant's email address. ICANN asks for it within 15 days of a registration, a transfer
 * or a change of the registrant, under extensions that have a contract with it (2013 Registrar Accreditation Agreement,
 * WHOIS Accuracy Program Specification).
 */
export interface RegistrantCheck {
	/** `suspended`: the domain does not work, because the link was not opened in time. */
	readonly state: "verified" | "pending" | "suspended";
	/** Until when the link has to be opened (ms). Null if the registrar does not say. */
	readonly deadline: number | null;
}

/** Of a registrar that sends the email with the link and suspends domains. */
export interface RegistrantChecks {
	/** Undefined if names under this extension need no check. */
	registrantCheck(held: HeldName): Promise<RegistrantCheck | NotHeld | undefined>;
	/** Sends the registrar's email again. */
	sendRegistrantCheck(held: HeldName): Promise<"sent" | NotHeld>;
}

/** Of a registry where we are the registrar, so that the shop checks registrants and suspends domains. */
export interface RegistrantHolds {
	/**
	 * Takes the name out of the DNS, or puts it back (`clientHold`, RFC 5731, section 2.3). Idempotent. `refused`: the
	 * registry's answer.
	 */
	setHold(held: HeldName, isHeld: boolean): Promise<"done" | NotHeld | { readonly refused: string }>;
}
