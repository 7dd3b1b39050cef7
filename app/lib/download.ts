import { attachment } from "./content-disposition";

interface Downloaded {
	readonly name: string;
	readonly type: string;
}

/** Headers for a private file: download instead of display, never cache, and run no script if a browser displays it. */
export const downloadHeaders = ({ name, type }: Downloaded): Record<string, string> => ({
	"Content-Type": type,
	"Content-Disposition": attachment(name),
	"Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
	"X-Content-Type-Options": "nosniff",
	"Cache-Control": "private, no-store",
});

export const download = (body: BodyInit, file: Downloaded): Response =>
	new Response(body, { headers: downloadHeaders(file) });
