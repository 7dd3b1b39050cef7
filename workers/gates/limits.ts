import type { MiddlewareHandler } from "hono";
import { maxFileBytes } from "~/features/files/file-rules";
import { jobFileLimit } from "~/features/orders/job";
import type { HttpEnv } from "../http-env";
import { refuse } from "./refuse";

const KB = 1024;

/** For forms and JSON documents, which are much smaller. */
const maxBody = 64 * KB;
/** Bank statements and lists of prices, which are read as a whole. */
const tables = /^\/desk\/(?:bank-statements|catalogue\/prices)(?:\.data)?$/;
const maxTable = 1_024 * KB;
/** Pages of the desk with jobs, whose forms may have a proof. */
const jobPages = /^\/desk(?:\/(?:domains|hosting|orders)\/[^/]+)?(?:\.data)?$/;
/** Forms with a file. */
const uploads = /^\/(?:dashboard|desk)\/(?:projects|support|tickets)\/[^/]+\/(?:files|upload)$/;
/** Of such a form, without the file. */
const maxFormOverhead = 4 * KB;
/** React Router asks for the manifest of all links of a page at once, in addresses of up to 7,680 characters. */
const maxUrl = 8 * KB;
const maxHeaders = 32 * KB;
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Rejects oversized and malformed requests before anything is parsed or hashed. */
export const limits: MiddlewareHandler<HttpEnv> = async (c, next) => {
	const request = c.req.raw;
	if (!methods.has(request.method)) return refuse(c, 501, "This method is not supported.");
	if (request.url.length > maxUrl) return refuse(c, 414, "The address is too long.");
	if (malformed(new URL(request.url).pathname)) return refuse(c, 400, "The address is malformed.");

	let headerBytes = 0;
	for (const [name, value] of request.headers) headerBytes += name.length + value.length;
	if (headerBytes > maxHeaders)
		return refuse(c, 431, "The request's headers are too large. Clear this site's cookies and retry.");

	if (request.method === "GET" || request.method === "HEAD" || !request.body) return next();
	const tooLarge = () => refuse(c, 413, "What was sent is too large.");
	if (uploads.test(new URL(request.url).pathname)) {
		// Streamed later, and never more than announced.
		const length = request.headers.get("Content-Length");
		if (length === null) return refuse(c, 411, "Send a Content-Length header.");
		return Number(length) > maxFileBytes + maxFormOverhead ? tooLarge() : next();
	}
	const { pathname } = new URL(request.url);
	const limit = jobPages.test(pathname) ? jobFileLimit + maxBody : tables.test(pathname) ? maxTable : maxBody;
	if (Number(request.headers.get("Content-Length") ?? 0) > limit) return tooLarge();
	const body = await readUpTo(request.body, limit);
	if (body === null) return tooLarge();
	c.req.raw = new Request(request.url, {
		method: request.method,
		headers: request.headers,
		body,
		signal: request.signal,
		cf: request.cf,
	});
	return next();
};

/** The whole body, or null as soon as it is too large, because the declared length may be wrong. */
async function readUpTo(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	const reader = stream.getReader();
	for (;;) {
		const { done, value } = await reader.read();
		if (done) break;
		size += value.byteLength;
		if (size > limit) {
			await reader.cancel();
			return null;
		}
		chunks.push(value);
	}
	const body = new Uint8Array(size);
	let offset = 0;
	for (const chunk of chunks) {
		body.set(chunk, offset);
		offset += chunk.byteLength;
	}
	return body;
}

function malformed(pathname: string): boolean {
	try {
		return decodeURIComponent(pathname).includes("\0");
	} catch {
		return true;
	}
}
