import { kes, type Money } from "~/lib/money";
import type { RegistryState } from "./registrar";

/** Behaviour of the sandbox registry for a name that was not registered on this installation. */
interface SandboxRule {
	readonly state: RegistryState;
	/** Milliseconds until the answer to a check. */
	readonly delay: number;
	readonly premium?: { readonly register: Money; readonly renew: Money };
	/** What registering does instead of succeeding. */
	readonly registering?: "pending" | "action_required" | "unreachable";
}

/** Whether the registrant of this name never confirms their email address. */
export const isUnconfirmed = (name: string): boolean => name.startsWith("unconfirmed");

/** Whether another registrar asks for this name once it is unlocked. */
export const isLeaving = (name: string): boolean => name.startsWith("leaving");

/** Prefixes of names that trigger a behaviour, like a payment provider's test cards. */
export const sandboxPrefixes = {
	fresh: "available under every extension, until it is registered here",
	taken: "taken under every extension",
	reserved: "reserved by the registry",
	premium: "available at a premium price",
	slow: "available, answered after one to two seconds",
	timeout: "the registry never answers. The state is unknown, and registering fails and is retried",
	pending: "available. Registering is pending for 20 seconds, then succeeds",
	unconfirmed: "available. The registrant never confirms their email address",
	leaving: "available. Another registrar asks for its transfer once it is unlocked",
	manual: "available. Staff have to complete the registration",
} as const;

type Prefix = keyof typeof sandboxPrefixes;

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Well-known names, taken under every extension. */
export const famousNames = words(
	"google facebook amazon apple microsoft youtube twitter instagram whatsapp wikipedia netflix github cloudflare " +
		"safaricom mpesa equity equitybank kcb jumia kplc nation standardmedia citizen airtel telkom naivas carrefour " +
		"kenyaairways jambojet uber bolt glovo copia twiga mkopa kra ecitizen helb nhif nssf kenic kikoa",
);

/** Names that registries reserve, among them those that KeNIC is known to reserve. */
const reservedNames = words("parliament president statehouse judiciary police embassy government ministry nic");
const reservedUnderKe = words("simba kenya nairobi mombasa kisumu go ac or ne sc");

/** Common words, available at a premium price. */
const premiumNames = words(
	"shop hotel hotels safari coffee tea cars bank money music travel homes jobs news pizza health school land gold love",
);

/** Names used in the brand's pictures. */
const fixed = new Map<string, RegistryState>([
	["mamaneema.co.ke", "available"],
	["mamaneema.com", "taken"],
	["neemabakery.com", "taken"],
	["neema.shop", "taken"],
]);

/** Percentage of ordinary names that are taken. */
const takenPercent = new Map<string, number>([
	["com", 55],
	["net", 35],
	["org", 32],
	["io", 30],
	["ai", 30],
	["co", 30],
	["co.ke", 18],
	["app", 20],
	["dev", 20],
]);

/** Deterministic: the same name always has the same rule. `name` in ASCII form. */
export function sandboxRule(name: string): SandboxRule {
	const [label = "", ...rest] = name.split(".");
	const tld = rest.join(".");
	const delay = 50 + (hash(`delay ${name}`) % 351);
	const fixedState = fixed.get(name);
	if (fixedState) return { state: fixedState, delay };
	const prefix = (Object.keys(sandboxPrefixes) as Prefix[]).find((word) => label.startsWith(word));
	if (prefix) return byPrefix(prefix, name, delay);
	if (famousNames.has(label)) return { state: "taken", delay };
	if (reservedNames.has(label) || (tld.endsWith("ke") && reservedUnderKe.has(label)))
		return { state: "reserved", delay };
	if (premiumNames.has(label) || label.length <= 2) return { state: "premium", delay, premium: premiumPrice(name) };
	const percent = (takenPercent.get(tld) ?? 8) + (label.length <= 5 ? 15 : 0);
	return { state: hash(name) % 100 < percent ? "taken" : "available", delay };
}

function byPrefix(prefix: Prefix, name: string, delay: number): SandboxRule {
	switch (prefix) {
		case "fresh":
		case "unconfirmed":
		case "leaving":
			return { state: "available", delay };
		case "taken":
		case "reserved":
			return { state: prefix, delay };
		case "premium":
			return { state: "premium", delay, premium: premiumPrice(name) };
		case "slow":
			return { state: "available", delay: 1_000 + (hash(name) % 1_000) };
		case "timeout":
			return { state: "unknown", delay: 1_500, registering: "unreachable" };
		case "pending":
			return { state: "available", delay, registering: "pending" };
		case "manual":
			return { state: "available", delay, registering: "action_required" };
	}
}

function premiumPrice(name: string) {
	const register = 15_000 + (hash(`premium ${name}`) % 28) * 5_000;
	return { register: kes(register), renew: kes(Math.round(register / 4_000) * 1_000) };
}

/** FNV-1a with a final mix, which spreads short texts evenly. Not cryptographic. */
function hash(text: string): number {
	let value = 0x811c9dc5;
	for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
	value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
	value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
	return (value ^ (value >>> 16)) >>> 0;
}
