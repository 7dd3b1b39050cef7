/** Headers of every response, from the Worker and for static assets (OWASP ASVS 5.0, section 3.4). */
export function securityHeaders(appOrigin: string): Record<string, string> {
	return {
		...(appOrigin.startsWith("https://") && { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" }),
		"X-Content-Type-Options": "nosniff",
		"X-Frame-Options": "DENY",
		"Referrer-Policy": "strict-origin-when-cross-origin",
		"Cross-Origin-Opener-Policy": "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Permissions-Policy":
			"camera=(), microphone=(), geolocation=(), payment=(self), publickey-credentials-get=(self), publickey-credentials-create=(self)",
	};
}

/** For responses that are not documents: JSON, redirects, downloads. */
export const plainPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * For a server-rendered page: allows scripts with this response's nonce and the scripts that they load.
 * @param formTargets origins of other sites to which the answer of a form may redirect
 */
export function pagePolicy(nonce: string, chatWidgetSrc: string, formTargets: readonly string[] = []): string {
	return policy(`'nonce-${nonce}' 'strict-dynamic'`, chatWidgetSrc, formTargets);
}

/**
 * For a prerendered page: allows our script files, and inline scripts by hash.
 * @param hashes `'sha256-…'` of every inline script
 */
export function staticPolicy(hashes: readonly string[], chatWidgetSrc: string): string {
	return policy(["'self'", ...hashes].join(" ") + from(chatWidgetSrc), chatWidgetSrc);
}

/** `npm run dev` inserts styles as elements. Optional chaining, because build scripts import this file without Vite. */
const hotReload = import.meta.env?.MODE === "development";

/** The widget's origin after a space. Empty without a widget. */
const from = (chatWidgetSrc: string): string => (chatWidgetSrc ? ` ${new URL(chatWidgetSrc).origin}` : "");

function policy(scripts: string, chatWidgetSrc: string, formTargets: readonly string[] = []): string {
	const widget = from(chatWidgetSrc);
	// The widget uses a WebSocket, which needs a separate entry with its own scheme.
	const socket = widget.replace("https:", "wss:");
	return [
		"default-src 'none'",
		`script-src ${scripts}`,
		`style-src 'self'${hotReload ? " 'unsafe-inline'" : ""}${widget}`,
		`img-src 'self' data:${widget}`,
		`font-src 'self'${widget}`,
		`connect-src 'self'${widget}${socket}`,
		`frame-src 'self'${widget}`,
		["form-action 'self'", ...formTargets].join(" "),
		"manifest-src 'self'",
		"frame-ancestors 'none'",
		"base-uri 'none'",
		"object-src 'none'",
	].join("; ");
}
