import type { HeldName } from "./held-name";
import type { NotHeld } from "./registrar";

/**
 * The registrar's check of the registrant's email address. ICANN asks for it within 15 days of a registration, a transfer
 * or a change of the registrant, under extensions that have a contract with it (2013 Registrar Accreditation Agreement,
 * WHOIS Accuracy Program Specification). The registrar sends the email with the link.
 */
export interface RegistrantCheck {
	/** `suspended`: the registrar has stopped the domain, because the link was not opened in time. */
	readonly state: "verified" | "pending" | "suspended";
	/** Until when the link has to be opened (ms). Null if the registrar does not say. */
	readonly deadline: number | null;
}

export interface RegistrantChecks {
	/** Undefined if names under this extension need no check. */
	registrantCheck(held: HeldName): Promise<RegistrantCheck | NotHeld | undefined>;
	/** Sends the registrar's email again. */
	sendRegistrantCheck(held: HeldName): Promise<"sent" | NotHeld>;
}
