import { attachment } from "./content-disposition";

interface Downloaded {
	readonly name: string;
	readonly type: string;
}

/** A file for its owner: saved rather than shown, kept by nobody on the way, and harmless if it is shown all the same. */
export const downloadHeaders = ({ name, type }: Downloaded): Record<string, string> => ({
	"Content-Type": type,
	"Content-Disposition": attachment(name),
	"Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
	"X-Content-Type-Options": "nosniff",
	"Cache-Control": "private, no-store",
});

export const download = (body: BodyInit, file: Downloaded): Response =>
	new Response(body, { headers: downloadHeaders(file) });
