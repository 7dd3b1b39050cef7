import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { Response } from "miniflare";

/**
 * Accepts emails as the provider's API does: a key is sent once, and refused with another text.
 * @param {string} [file] where it remembers them after the process ends
 */
export function fakeMailProvider(file) {
	const known = file && existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
	const texts = new Map(known.filter(Boolean).map((line) => line.split(" ")));
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
			if (file && !texts.has(key)) appendFileSync(file, `${key} ${hash}\n`);
			texts.set(key, hash);
			return Response.json({ id: key });
		},
		/** A hash of the email with this key. Undefined if there is none. */
		textOf: (key) => texts.get(key),
	};
}
