import { hmac } from "@oslojs/crypto/hmac";
import { SHA256 } from "@oslojs/crypto/sha2";
import { constantTimeEqual } from "@oslojs/crypto/subtle";
import { encodeBase64NoPadding } from "@oslojs/encoding";
import type { computeHash } from "argon2id/lib/setup.js";
import { logger } from "~/lib/log.server";
import { ServiceUnavailable } from "~/lib/service-unavailable.server";
import type { PasswordHasher } from "./password";
import { formatPhc, type PhcHash, parsePhc } from "./phc";

/** OWASP's parameters, within ASVS 5.0 Appendix C: 19 MiB, two passes, one lane. About 90 ms in workerd. */
const current = { memory: 19_456, passes: 2, lanes: 1, saltBytes: 16, tagBytes: 32 } as const;

/** Limits for stored hashes, so that a manipulated row can neither use up the CPU nor be weak. */
const bounds = { memory: [7_168, 65_536], passes: [1, 6], lanes: [1, 4] } as const;

interface Dependencies {
	/** Loads the WebAssembly instance. May return the same one each time. */
	readonly load: () => Promise<computeHash>;
	/** Secret keys. The first is the current one, the others are for hashes that were not renewed yet. */
	readonly peppers: readonly [string, ...string[]];
}

/** Argon2id over an HMAC of the NFC-normalised password. Without the pepper, a leaked table is useless. */
export function createArgon2idHasher({ load, peppers }: Dependencies): PasswordHasher {
	const [currentKey, ...previousKeys] = [pepperKey(peppers[0]), ...peppers.slice(1).map(pepperKey)] as const;

	async function tag(password: string, key: Uint8Array, hash: Omit<PhcHash, "keyId" | "tag">, length: number) {
		const compute = await load().catch((cause) => {
			throw new ServiceUnavailable("Argon2id could not be loaded", { cause });
		});
		return compute({
			password: hmac(SHA256, key, utf8(password.normalize("NFC"))),
			salt: hash.salt,
			memorySize: hash.memory,
			passes: hash.passes,
			parallelism: hash.lanes,
			tagLength: length,
		});
	}

	async function hash(password: string): Promise<string> {
		const { memory, passes, lanes } = current;
		const salt = crypto.getRandomValues(new Uint8Array(current.saltBytes));
		const fresh = { memory, passes, lanes, salt };
		return formatPhc({
			...fresh,
			keyId: currentKey.id,
			tag: await tag(password, currentKey.key, fresh, current.tagBytes),
		});
	}

	return {
		hash,
		async verify(password, stored) {
			const parsed = parsePhc(stored);
			const key = [currentKey, ...previousKeys].find(({ id }) => id === parsed?.keyId)?.key;
			if (!parsed || !key || !withinBounds(parsed)) {
				logger.error("password_hash_unreadable", { reason: parsed ? (key ? "parameters" : "pepper") : "format" });
				return { matches: false, stale: false };
			}
			const matches = constantTimeEqual(await tag(password, key, parsed, parsed.tag.length), parsed.tag);
			return { matches, stale: matches && !isCurrent(parsed, currentKey.id) };
		},
		async simulateVerify(password) {
			await hash(password);
		},
	};
}

const utf8 = (text: string) => new TextEncoder().encode(text);

const pepperKey = (pepper: string) => ({ key: utf8(pepper), id: keyIdOf(pepper) });

/** Identifies a pepper without revealing it. */
const keyIdOf = (pepper: string) =>
	encodeBase64NoPadding(hmac(SHA256, utf8(pepper), utf8("password pepper id")).slice(0, 6));

const within = (value: number, [min, max]: readonly [number, number]) => value >= min && value <= max;

const withinBounds = ({ memory, passes, lanes }: PhcHash) =>
	within(memory, bounds.memory) && within(passes, bounds.passes) && within(lanes, bounds.lanes);

const isCurrent = (hash: PhcHash, keyId: string) =>
	hash.memory === current.memory &&
	hash.passes === current.passes &&
	hash.lanes === current.lanes &&
	hash.tag.length === current.tagBytes &&
	hash.keyId === keyId;
