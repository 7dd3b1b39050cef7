import { createHash } from "node:crypto";
import { Response } from "miniflare";

/** Accepts emails as the provider's API does and counts them. */
export function fakeMailProvider() {
	const accepted = new Set();
	const keysOfText = new Map();
	return {
		async outbound(request) {
			const key = request.headers.get("Idempotency-Key");
			const { to, subject, text } = await request.json();
			accepted.add(key);
			const content = createHash("sha256").update(`${to}\n${subject}\n${text}`).digest("base64");
			keysOfText.set(content, (keysOfText.get(content) ?? new Set()).add(key));
			return Response.json({ id: key });
		},
		has: (key) => accepted.has(key),
		get count() {
			return accepted.size;
		},
		/** Emails that say the same to the same person, but count as two for the provider. */
		get doubles() {
			return accepted.size - keysOfText.size;
		},
	};
}
