import { createHash } from "node:crypto";
import { Response } from "miniflare";

/** Accepts emails as the provider's API does. Like the provider, it sends a key once. */
export function fakeMailProvider() {
	const texts = new Map();
	return {
		async outbound(request) {
			const key = request.headers.get("Idempotency-Key");
			const { to, subject, text } = await request.json();
			texts.set(key, createHash("sha256").update(`${to}\n${subject}\n${text}`).digest("base64"));
			return Response.json({ id: key });
		},
		/** A hash of the email with this key. Undefined if there is none. */
		textOf: (key) => texts.get(key),
	};
}
