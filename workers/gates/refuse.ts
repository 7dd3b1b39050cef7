import type { Context } from "hono";
import { brand } from "~/brand";
import { createBoundedLog } from "~/lib/bounded-log.server";
import { maskedPath } from "~/lib/masked-path";

type RefusalStatus = 400 | 403 | 404 | 405 | 411 | 413 | 414 | 421 | 429 | 431 | 500 | 501 | 503;

const logRefusal = createBoundedLog("request_refused");

interface Texts {
	readonly title?: string;
	/** HTML of the ways back. */
	readonly links?: string;
}

/** Error response of a gate: JSON for the API, else a plain page. */
export function refuse(
	c: Context,
	status: RefusalStatus,
	message: string,
	headers: Record<string, string> = {},
	texts: Texts = {},
): Response {
	// Errors are logged where they occur.
	if (status < 500) {
		const { pathname = "" } = URL.parse(c.req.url) ?? {};
		const country = String(c.req.raw.cf?.country ?? "") || null;
		logRefusal({ status, method: c.req.method, path: maskedPath(pathname), country });
	}
	// As the router reads it: undecoded, and without parsing an address that may be malformed.
	if (/^https?:\/\/[^/]*\/api\//.test(c.req.url)) return c.json({ error: message }, status, headers);
	return c.html(page(message, texts), status, headers);
}

const homeLink = '<a href="/">Back to the home page</a>';

const page = (message: string, { title = "That didn't work", links = homeLink }: Texts) => `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${brand.name}</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/plain.css"></head>
<body><main><p class="wordmark">${brand.wordmark}<span>.</span></p><h1>${title}<span>.</span></h1><p>${message}</p><p>${links} <a href="${brand.phone.href}">${brand.phone.display}</a></p></main></body>
</html>`;
