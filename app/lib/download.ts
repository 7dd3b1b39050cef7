import { attachment } from "./content-disposition";

/** A file for its owner: saved rather than shown, kept by nobody on the way, and harmless if it is shown all the same. */
export function download(body: BodyInit, { name, type }: { name: string; type: string }): Response {
	return new Response(body, {
		headers: {
			"Content-Type": type,
			"Content-Disposition": attachment(name),
			"Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
			"X-Content-Type-Options": "nosniff",
			"Cache-Control": "private, no-store",
		},
	});
}
