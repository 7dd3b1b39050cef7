import type { DomainContacts } from "~/features/domains/contacts";
import type { Money } from "~/lib/money";
import type { HeldName, RegistryObject } from "./held-name";

/**
 * What a registry says of a name. `unknown` is every case in which it did not say anything that can be trusted:
 * a name is never called available from a guess.
 */
export type RegistryState = "available" | "taken" | "reserved" | "premium" | "unknown";

export interface RegistryAnswer {
	/** ASCII form, as it was asked for. */
	readonly name: string;
	readonly state: RegistryState;
	/** Where the answer comes from: `sandbox`, `dns`, `rdap:rdap.verisign.com` … */
	readonly source: string;
	/** Milliseconds since the epoch. */
	readonly checkedAt: number;
	/** Only for `premium`: what the registry asks for this name instead of the list price. */
	readonly premium?: { readonly register: Money; readonly renew: Money };
	/** For the log: why it is unknown or reserved. */
	readonly reason?: string;
}

/** The person or firm that holds a name. */
export interface Registrant {
	readonly firstName: string;
	readonly lastName: string;
	readonly email: string;
	/** E.164: `+254712345678`. */
	readonly phone?: string;
	readonly organisation?: string;
	/** As registered: `Kenya`. */
	readonly country: string;
}

/** `action_required` and `blocked` wait for a person of the staff; `pending` and `in_progress` are asked again by `op`. */
export type OpState = "pending" | "in_progress" | "action_required" | "blocked" | "succeeded" | "failed";

/**
 * EPP's result codes that mean something to us (RFC 5730, section 3): 2004 value out of range, 2105 not eligible for
 * renewal, 2201 not the holder, 2202 wrong authorization code, 2302 exists, 2303 does not exist, 2304 status prohibits
 * it, 2306 against the registry's policy, 2400 failed.
 */
export type RefusalCode = "2004" | "2105" | "2201" | "2202" | "2302" | "2303" | "2304" | "2306" | "2400";

/** What a registrar was asked to do, and how far it is (the state machine of Cloudflare's registrar). */
export interface Op {
	/** The caller's operation id; `op(ref)` asks again. */
	readonly ref: string;
	readonly state: OpState;
	/** What has to be done by hand, for `action_required`. */
	readonly action?: string;
	/** `retryable`: the same call may succeed later. */
	readonly error?: { readonly code: RefusalCode; readonly message: string; readonly retryable: boolean };
	/** End of the registration in ms, once it succeeded. */
	readonly expiry?: number;
}

export interface RegisterCommand {
	/** One per wish: the same id again is the same operation, and gives its first answer. */
	readonly opId: string;
	readonly name: string;
	readonly years: number;
	readonly registrant: Registrant;
	/** Empty: the registrar's own. */
	readonly nameservers?: readonly string[];
	readonly privacy?: boolean;
	/** Refuse rather than pay more than this for all years of a premium name. */
	readonly maxCost?: Money;
}

export interface TransferCommand {
	readonly opId: string;
	readonly name: string;
	readonly authCode: string;
	readonly registrant: Registrant;
}

export interface RenewCommand extends HeldName {
	readonly opId: string;
	readonly years: number;
	/** Milliseconds. The registrar refuses when the name no longer ends then: nothing is renewed twice. */
	readonly currentExpiry: number;
}

export interface RegistrationInfo {
	readonly name: string;
	readonly object: RegistryObject;
	readonly expiry: number;
	readonly nameservers: readonly string[];
	readonly locked: boolean;
	/** Does the registry already send askers to these nameservers? */
	readonly delegated: boolean;
	/** What a year costs, where the registry asks a price of its own: a premium name. */
	readonly renewal?: Money;
}

/** Everything of a registration that its holder chooses. */
export interface RegistrationSettings {
	readonly nameservers: readonly string[];
	/** Addresses of those nameservers that lie below the name itself. */
	readonly glue: readonly { readonly host: string; readonly addresses: readonly string[] }[];
	readonly locked: boolean;
	readonly privacy: boolean;
	/** Null: as registered. */
	readonly contacts: DomainContacts | null;
}

/**
 * The registry has another registration under the name, none, or one at another registrar: the account does not hold it
 * any more.
 */
export type NotHeld = "not_held";

/** `by_hand`: this adapter can't, and somebody of the staff has to. */
export type CommandResult = "done" | "by_hand" | NotHeld;

/**
 * The way to the registries. Adapters: `sandbox` (embedded) and `rdap` (live look-ups, registration by hand). Calls about
 * a registration say which one they mean, and leave any other one alone.
 */
export interface Registrar {
	readonly id: "sandbox" | "rdap";
	/**
	 * Answers in the order in which they arrive, one for every name; never throws for a name.
	 * @param asker on whose behalf: none of them may keep a registry from the others.
	 */
	check(names: readonly string[], signal?: AbortSignal, asker?: string): AsyncIterable<RegistryAnswer>;
	register(command: RegisterCommand): Promise<Op>;
	transferIn(command: TransferCommand): Promise<Op>;
	/** Fails with 2201 where the registration is another one. */
	renew(command: RenewCommand): Promise<Op>;
	/** The registration that is with us under this name, whoever holds it; undefined when there is none. */
	lookUp(name: string): Promise<RegistrationInfo | undefined>;
	/** Undefined when this adapter can't say. */
	info(held: HeldName): Promise<RegistrationInfo | NotHeld | undefined>;
	/** Brings a registration to these settings; the same again changes nothing. */
	update(held: HeldName, settings: RegistrationSettings): Promise<CommandResult>;
	/** What another registrar asks for; undefined when this adapter can't say. */
	authCode(held: HeldName): Promise<{ readonly code: string } | NotHeld | undefined>;
	/** Gives the name back to the registry. */
	remove(held: HeldName): Promise<CommandResult>;
	/** The state of an earlier operation; undefined when there was none. */
	op(ref: string): Promise<Op | undefined>;
}
