import { hmac } from "@oslojs/crypto/hmac";
import { SHA256 } from "@oslojs/crypto/sha2";
import { encodeBase64urlNoPadding } from "@oslojs/encoding";
import type { Clock } from "~/lib/clock";
import { HOUR } from "~/lib/durations";
import { fail, ok, type Result } from "~/lib/result";
import { whenAvailable } from "~/lib/service-unavailable.server";
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
	staff: { path: "/desk/invitation", lifetime: 72 * HOUR },
} as const satisfies Record<Purpose, { path: string; lifetime: number }>;

interface Dependencies {
	readonly tokens: TokenStore;
	readonly rateLimiter: RateLimiter;
	readonly secret: string;
	readonly appOrigin: string;
	readonly clock: Clock;
}

interface LinkRequest {
	/** The email's event. The token is derived from it, so a retried email has the same link and no row stores a secret. */
	readonly outboxId: string;
	readonly userId: string;
	readonly purpose: Purpose;
	readonly generation: number;
	/** Our page to open after the link was used. */
	readonly next?: string | undefined;
}

type CheckedLink = LinkRecord & { readonly tokenHash: string };

export type Links = ReturnType<typeof createLinks>;

/** Issues one-time links for emails and checks their tokens. */
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
		/** Like `check`, but without rate limits, for a page that only shows the link. @throws ServiceUnavailable */
		lookUp,

		/** @throws ServiceUnavailable if the store fails. The email is then retried. */
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
		 * Checks a token against the store. The caller must still check in D1 that the link was not used or replaced. An
		 * existing link has its own rate limit, so that others behind the same address can't block its owner.
		 */
		async check(token: string, purposes: readonly Purpose[], client: Client): Promise<Result<CheckedLink>> {
			return whenAvailable(
				"We can't check this link right now. It is still valid. Try again in a minute.",
				async () => {
					const found = await lookUp(token, purposes);
					const { allowed, retryAfter } = found
						? await rateLimiter.take(["link", found.tokenHash], accountLimits.perLink)
						: await rateLimiter.take(["void-link:address", client.key], accountLimits.invalidLinkPerAddress);
					if (!allowed) return tooMany(retryAfter);
					return found ? ok(found) : invalidLink();
				},
			);
		},
	};
}

/** The same failure for unknown, expired, used and replaced links. */
export const invalidLink = () =>
	fail("invalid", "This link is invalid, has expired or was already used. Request another one.", { code: "link_void" });

const utf8 = (text: string) => new TextEncoder().encode(text);
