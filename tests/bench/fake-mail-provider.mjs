import { createHash } from "node:crypto";
import { Response } from "miniflare";

/** Accepts emails as the provider's API does: a key is sent once, and refused with another text. */
export function fakeMailProvider() {
	const texts = new Map();
	return {
		async outbound(request) {
			// The check of the status page lists domains.
			if (request.method === "GET") return Response.json({ data: [] });
			const key = request.headers.get("Idempotency-Key");
			const { to, subject, text } = await request.json();
			const hash = createHash("sha256").update(`${to}\n${subject}\n${text}`).digest("base64");
			if ((texts.get(key) ?? hash) !== hash) {
				return Response.json({ name: "invalid_idempotent_request", message: "Another text" }, { status: 409 });
			}
			texts.set(key, hash);
			return Response.json({ id: key });
		},
		/** A hash of the email with this key. Undefined if there is none. */
		textOf: (key) => texts.get(key),
	};
}
