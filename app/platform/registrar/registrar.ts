import type { DomainContact, DomainContacts } from "~/features/domains/contacts";
import type { Money } from "~/lib/money";
import type { DsRecord } from "~/platform/dns/dns-host";
import type { Balance, ExtensionCosts } from "./costs";
import type { HeldName, RegistryObject } from "./held-name";
import type { RegistrantChecks, RegistrantHolds } from "./registrant-check";
import type { RegistrarId, RegistrarRoute } from "./registrar-routes";

/**
 * A name's state in the registry. `unknown` if there is no reliable answer: a name is never reported as available by
 * guessing.
 */
export type RegistryState = "available" | "taken" | "reserved" | "premium" | "unknown";

export interface RegistryAnswer {
	/** ASCII form, as requested. */
	readonly name: string;
	readonly state: RegistryState;
	/** Source of the answer: `sandbox`, `dns`, `rdap:rdap.verisign.com` … */
	readonly source: string;
	/** Milliseconds since the epoch. */
	readonly checkedAt: number;
	/** Only for `premium`: the registry's price of this name, instead of the list price. */
	readonly premium?: { readonly register: Money; readonly renew: Money };
	/** For logs: why it is unknown or reserved. */
	readonly reason?: string;
}

/** `action_required` and `blocked` wait for staff. Poll `pending` and `in_progress` with `op`. */
export type OpState = "pending" | "in_progress" | "action_required" | "blocked" | "succeeded" | "failed";

/**
 * EPP result codes that we handle (RFC 5730, section 3): 2004 value out of range, 2105 not eligible for
 * renewal, 2201 not the holder, 2202 wrong authorization code, 2302 exists, 2303 does not exist, 2304 status prohibits
 * it, 2306 against the registry's policy, 2400 failed.
 */
export type RefusalCode = "2004" | "2105" | "2201" | "2202" | "2302" | "2303" | "2304" | "2306" | "2400";

/** An operation at the registrar (states as in Cloudflare's registrar). */
export interface Op {
	/** The caller's operation id, for `op(ref)`. */
	readonly ref: string;
	readonly state: OpState;
	/** For `action_required`, and for `pending` if it takes too long: what staff have to do. */
	readonly action?: string;
	/** For `pending`: when the registrar got the order (ms). */
	readonly since?: number;
	/** For `pending`: how long it may take before staff look at it. Default: the limit for its kind of work. */
	readonly longestMs?: number;
	/** `retryable`: the same call may succeed later. `deleted`: the registry has deleted the name, which can be restored. */
	readonly error?: {
		readonly code: RefusalCode;
		readonly message: string;
		readonly retryable: boolean;
		readonly deleted?: true;
	};
	/** For `succeeded`: end of the registration (ms). */
	readonly expiry?: number;
}

/** Which registrar orders which name. The registrar is chosen and stored before the order, so a retry goes to the same one. */
export type NameOrder = Pick<HeldName, "name" | "registrar">;

export interface RegisterCommand extends NameOrder {
	/** The same id again is the same operation and returns its first result. */
	readonly opId: string;
	readonly years: number;
	readonly registrant: DomainContact;
	/** Default: the registrar's own. */
	readonly nameservers?: readonly string[];
	readonly privacy?: boolean;
	/** For premium names: fail if all years together cost more. */
	readonly maxCost?: Money;
}

export interface TransferCommand extends NameOrder {
	readonly opId: string;
	readonly authCode: string;
	readonly registrant: DomainContact;
}

export interface RenewCommand extends HeldName {
	readonly opId: string;
	readonly years: number;
	/** Milliseconds. Fails if the name has another expiry, so that nothing is renewed twice. */
	readonly currentExpiry: number;
}

export interface RestoreCommand extends HeldName {
	readonly opId: string;
	/** Milliseconds. Fails if the name has another expiry, so that nothing is restored twice. */
	readonly currentExpiry: number;
}

export interface RegistrationInfo {
	readonly name: string;
	readonly object: RegistryObject;
	readonly expiry: number;
	readonly nameservers: readonly string[];
	/** Null if names under its extension can't be locked. */
	readonly locked: boolean | null;
	/** Undefined if names under its extension have no WHOIS privacy, or the adapter can't read it. */
	readonly privacy?: boolean;
	/** Whether the registry has already published the nameservers and DS records of the last update. */
	readonly delegated: boolean;
	/** Whether it publishes DS records. Undefined if this adapter can't send any: the domain then has no DNSSEC. */
	readonly signed?: boolean;
	/** The DS records that it publishes. Undefined if this adapter can't read them. */
	readonly ds?: readonly PublishedDs[];
	/** Price per year of a premium name. */
	readonly renewal?: Money;
}

/** A DS record as a registry shows it, without the key. */
export type PublishedDs = Omit<DsRecord, "key">;

/** What a registrar's list says about a registration. It leaves out what only its details have. */
export interface ListedRegistration
	extends Pick<RegistrationInfo, "name" | "object" | "expiry" | "delegated">,
		Partial<Pick<RegistrationInfo, "nameservers" | "locked" | "privacy" | "signed" | "ds">> {
	/** Another one after every change, if the details have settings that the list leaves out. */
	readonly version?: string;
}

export interface RegistrationPage {
	readonly registrations: readonly ListedRegistration[];
	/** Where the list continues. Null at its end. */
	readonly next: string | null;
}

/** Settings of a registration that its holder can change. */
export interface RegistrationSettings {
	readonly nameservers: readonly string[];
	/** Addresses of nameservers below the name itself. */
	readonly glue: readonly { readonly host: string; readonly addresses: readonly string[] }[];
	/** Of the keys that sign the zone. Null: unchanged. */
	readonly ds: readonly DsRecord[] | null;
	readonly locked: boolean;
	readonly privacy: boolean;
	/** Null: unchanged. */
	readonly contacts: DomainContacts | null;
}

/**
 * The account does not hold the name any more: the registry has another registration, none, or one at another registrar.
 */
export type NotHeld = "not_held";

/** `by_hand`: this adapter can't do it, so staff have to. */
export type CommandResult = "done" | "by_hand" | NotHeld;

/** Why the account does not hold a registration any more. `unknown`: it was deleted, or the registrar does not tell. */
export type Departure = "transferred" | "unknown";

/** A transfer to another registrar that waits for the holder's answer. Times in ms. */
export interface OutgoingTransfer {
	/** The id of the registrar that asked for it. Null if the registry does not say. */
	readonly to: string | null;
	/** Null if the registry does not say. */
	readonly requestedAt: number | null;
	/** When the registry decides without an answer. Null if it does not say. */
	readonly until: number | null;
	/** The answers that we can give. The registrant gives the others by the link in the registrar's email. */
	readonly answers: readonly TransferAnswer[];
}

export const transferAnswers = ["approve", "reject"] as const;
export type TransferAnswer = (typeof transferAnswers)[number];

/** Registrations that the nightly comparison reads one by one in a minute, unless the registrar allows another number. */
export const usualReadsPerMinute = 20;

/** Answers whether names are available. */
export interface Availability {
	/**
	 * Yields one answer for every name, in order of arrival. Never throws for a name.
	 * @param asker the client that searches. Each gets only a share of a registry's rate limit.
	 */
	check(names: readonly string[], signal?: AbortSignal, asker?: string): AsyncIterable<RegistryAnswer>;
	/** Makes a lookup, which costs nothing. @throws if the registries of the most sold extensions don't answer */
	probe(): Promise<void>;
	/**
	 * Whether the registry shows that another registrar has asked for the name. False if it does not answer at once. Without
	 * this method, lookups don't tell.
	 */
	readonly isTransferPending?: (name: string) => Promise<boolean>;
}

/**
 * One registrar: `sandbox` (a stand-in) or `manual` (staff order by hand). Calls for a registration identify it by its
 * registry object, so they never affect another registration of the same name.
 */
export interface RegistrarAdapter extends Partial<RegistrantChecks>, Partial<RegistrantHolds> {
	/** The registrar that a new order for the name goes to. Undefined if none takes orders for it at the moment. */
	choose(name: string): Promise<RegistrarId | undefined>;
	register(command: RegisterCommand): Promise<Op>;
	transferIn(command: TransferCommand): Promise<Op>;
	/** Fails with 2201 if the name has another registration. */
	renew(command: RenewCommand): Promise<Op>;
	/**
	 * Restores a registration from redemption, for one more year. Fails with 2201 if the name has another registration, and
	 * with 2304 if it is not in redemption.
	 */
	restore(command: RestoreCommand): Promise<Op>;
	/**
	 * The registration of this name with us, held by any account. Undefined if there is none.
	 * @param registrar the one to ask. Default: all.
	 */
	lookUp(name: string, registrar?: RegistrarId | null): Promise<RegistrationInfo | undefined>;
	/** Undefined if this adapter can't read it. */
	info(held: HeldName): Promise<RegistrationInfo | NotHeld | undefined>;
	/** Applies the settings. Idempotent. */
	update(held: HeldName, settings: RegistrationSettings): Promise<CommandResult>;
	/**
	 * The authorization code for a transfer to another registrar. `by_hand`: staff have to fetch it. Undefined if the
	 * registrar has not given it yet.
	 */
	authCode(held: HeldName): Promise<{ readonly code: string } | NotHeld | "by_hand" | undefined>;
	/** Sets a new authorization code, so that a former holder's code no longer works. */
	resetAuthCode(held: HeldName): Promise<CommandResult>;
	/** Deletes the registration. */
	remove(held: HeldName): Promise<CommandResult>;
	/** The state of an earlier operation. Undefined if there was none. */
	op(ref: string, order: NameOrder): Promise<Op | undefined>;
	/**
	 * The next registrations of the account, each once if none changes in the meantime. Leaves out those that it can't read.
	 * Without this method, the nightly comparison reads them one by one.
	 * @param cursor null: from the beginning
	 */
	readonly list?: (cursor: string | null) => Promise<RegistrationPage>;
	/** How many registrations the nightly comparison may read one by one in a minute. Orders need the rest of a rate limit. */
	readonly readsPerMinute?: number;
	/**
	 * For a registration that is `not_held`: whether another registrar has it now. Without this method, the registrar does not
	 * tell.
	 */
	readonly departure?: (held: HeldName) => Promise<Departure>;
	/** The transfer to another registrar that waits. Without this method, only public lookups show one. */
	readonly outgoing?: (held: HeldName) => Promise<OutgoingTransfer | undefined>;
	/** Without `outgoing`: the answers that this registrar takes from us. Default: none. */
	readonly takesAnswers?: readonly TransferAnswer[];
	/** Answers that transfer. `by_hand`: the registry refuses the answer, or no transfer waits any more. */
	readonly answerOutgoing?: (held: HeldName, answer: TransferAnswer) => Promise<CommandResult>;
	/** What stops orders at the moment, for staff. Makes no call. Without this method, nothing does. */
	readonly problem?: () => Promise<string | undefined>;
	/** Makes a free call. Throws if the registrar does not answer. Without this method, it is a person or a stand-in. */
	readonly reach?: () => Promise<void>;
	/** What these extensions cost us. Leaves out those that it does not sell. Without this method, it publishes no prices. */
	readonly costs?: (tlds: readonly string[]) => Promise<readonly ExtensionCosts[]>;
	/** Without this method, the registrar does not tell it. */
	readonly balance?: () => Promise<Balance>;
}

/** Whether a registrar takes orders. */
interface RegistrarStops extends Required<Pick<RegistrarAdapter, "problem" | "reach">> {
	readonly id: RegistrarId;
}

/** Our account at a registrar that publishes its prices or our balance. */
export interface AccountAtRegistrar extends RegistrarRoute, Pick<RegistrarAdapter, "costs" | "balance"> {}

export interface ReadableRegistrar extends Pick<RegistrarAdapter, "list"> {
	readonly id: RegistrarId;
	readonly perMinute: number;
}

/** The registrars as features see them. */
export interface Registrar
	extends Omit<
			RegistrarAdapter,
			| "problem"
			| "reach"
			| "costs"
			| "balance"
			| "list"
			| "readsPerMinute"
			| "departure"
			| "outgoing"
			| "answerOutgoing"
			| "takesAnswers"
			| keyof RegistrantChecks
			| keyof RegistrantHolds
		>,
		Omit<Availability, "isTransferPending"> {
	/** For a registration that is `not_held`. */
	departure(held: HeldName): Promise<Departure>;
	outgoing(held: HeldName): Promise<OutgoingTransfer | undefined>;
	answerOutgoing(held: HeldName, answer: TransferAnswer): Promise<CommandResult>;
	/** Whether the registrar that holds the name shows transfers to other registrars, and takes every answer. */
	answersOutgoing(held: Pick<HeldName, "name" | "registrar">): boolean;
	accounts(): readonly AccountAtRegistrar[];
	/** The registrars whose registrations can be read. */
	readable(): readonly ReadableRegistrar[];
	/** The checks of the registrar that holds the name. Undefined if it has none. */
	registrantChecks(held: Pick<HeldName, "name" | "registrar">): RegistrantChecks | undefined;
	/** For names of which we are the registrar, and check the registrant ourselves. Undefined for others. */
	registrantHolds(held: Pick<HeldName, "name" | "registrar">): RegistrantHolds | undefined;
	/** The registrar that calls about a held name go to. */
	holderOf(held: Pick<HeldName, "name" | "registrar">): RegistrarId | undefined;
	/** Each configured registrar, what stops its orders at the moment, and a free call that throws if it does not answer. */
	stops(): readonly RegistrarStops[];
}
