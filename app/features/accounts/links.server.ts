import { hmac } from "@oslojs/crypto/hmac";
import { SHA256 } from "@oslojs/crypto/sha2";
import { encodeBase64urlNoPadding } from "@oslojs/encoding";
import type { Clock } from "~/lib/clock";
import { HOUR } from "~/lib/durations";
import { fail, ok, type Result } from "~/lib/result";
import { whenAvailable } from "~/lib/service-unavailable";
import { sha256Hex } from "~/lib/sha256";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import type { LinkRecord, TokenStore } from "~/platform/token-store/token-store";
import { accountLimits, tooMany } from "./account-limits";
import type { Client } from "./client";

type Purpose = LinkRecord["purpose"];

const kinds = {
	verify: { path: "/verify-email", lifetime: 24 * HOUR },
	reset: { path: "/reset-password", lifetime: HOUR },
	"email-from": { path: "/confirm-email", lifetime: 24 * HOUR },
	"email-to": { path: "/confirm-email", lifetime: 24 * HOUR },
} as const satisfies Record<Purpose, { path: string; lifetime: number }>;

interface Dependencies {
	readonly tokens: TokenStore;
	readonly rateLimiter: RateLimiter;
	readonly secret: string;
	readonly appOrigin: string;
	readonly clock: Clock;
}

interface LinkRequest {
	/** The mail's outbox row: a mail that is sent again carries the same link, and no row holds a secret. */
	readonly outboxId: string;
	readonly userId: string;
	readonly purpose: Purpose;
	readonly generation: number;
	/** The page of ours to go on to afterwards. */
	readonly next?: string | undefined;
}

type CheckedLink = LinkRecord & { readonly tokenHash: string };

export type Links = ReturnType<typeof createLinks>;

/** One-time links: made when their mail is sent, and read back when someone presents their token. */
export function createLinks({ tokens, rateLimiter, secret, appOrigin, clock }: Dependencies) {
	const tokenOf = ({ purpose, outboxId }: LinkRequest) =>
		encodeBase64urlNoPadding(hmac(SHA256, utf8(secret), utf8(`${purpose}:${outboxId}`)));

	async function lookUp(token: string, purposes: readonly Purpose[]): Promise<CheckedLink | null> {
		const tokenHash = sha256Hex(token);
		const record = /^[A-Za-z0-9_-]{43}$/.test(token) ? await tokens.get(tokenHash) : null;
		const valid = record && purposes.includes(record.purpose) && record.expiresAt > clock();
		return valid ? { ...record, tokenHash } : null;
	}

	return {
		/** As `check`, for a page that shows what the link is for and uses nothing up. @throws ServiceUnavailable */
		lookUp,

		/** @throws ServiceUnavailable: the mail is to be sent later. */
		async issue(request: LinkRequest): Promise<{ url: string; expiresAt: number }> {
			const { userId, purpose, generation } = request;
			const { path, lifetime } = kinds[purpose];
			const expiresAt = clock() + lifetime;
			const token = tokenOf(request);
			await tokens.put(sha256Hex(token), { userId, purpose, generation, expiresAt });
			const nextParameter = request.next ? `&next=${encodeURIComponent(request.next)}` : "";
			return { url: `${appOrigin}${path}?token=${token}${nextParameter}`, expiresAt };
		},

		/**
		 * What a token stands for, as far as the store knows; whether it still counts is D1's to say. A link that exists
		 * is limited alone: whatever others behind the same address try, its owner can use it.
		 */
		async check(token: string, purposes: readonly Purpose[], client: Client): Promise<Result<CheckedLink>> {
			return whenAvailable("We can't check this link just now. It stays valid: try again in a minute.", async () => {
				const found = await lookUp(token, purposes);
				const { allowed, retryAfter } = found
					? await rateLimiter.take(["link", found.tokenHash], accountLimits.perLink)
					: await rateLimiter.take(["void-link:address", client.key], accountLimits.invalidLinkPerAddress);
				if (!allowed) return tooMany(retryAfter);
				return found ? ok(found) : invalidLink();
			});
		},
	};
}

/** One answer for unknown, expired, used and overtaken links. */
export const invalidLink = () =>
	fail("invalid", "This link is invalid, has expired or was already used. Request another one.", { code: "link_void" });

const utf8 = (text: string) => new TextEncoder().encode(text);
