/** The headers that every response carries (OWASP ASVS 5.0, section 3.4), for the Worker and for static assets alike. */
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

/** For answers that are not documents: JSON, redirects, downloads. */
export const plainPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** A server-rendered page: scripts run by this response's nonce, and what those load. */
export function pagePolicy(nonce: string, chatWidgetSrc: string): string {
	return policy(`'nonce-${nonce}' 'strict-dynamic'`, chatWidgetSrc);
}

/**
 * A prerendered page: our own script files, and inline ones by hash.
 * @param hashes `'sha256-…'` of every inline script that the build found.
 */
export function staticPolicy(hashes: readonly string[], chatWidgetSrc: string): string {
	return policy(["'self'", ...hashes].join(" ") + from(chatWidgetSrc), chatWidgetSrc);
}

/** With `npm run dev` the page gets its styles as elements. The build's scripts read this file without Vite. */
const hotReload = import.meta.env?.MODE === "development";

/** The widget's own host, and nothing without a widget. */
const from = (chatWidgetSrc: string): string => (chatWidgetSrc ? ` ${new URL(chatWidgetSrc).origin}` : "");

function policy(scripts: string, chatWidgetSrc: string): string {
	const widget = from(chatWidgetSrc);
	// What it says travels over a socket, which is another scheme to a policy.
	const socket = widget.replace("https:", "wss:");
	return [
		"default-src 'none'",
		`script-src ${scripts}`,
		`style-src 'self'${hotReload ? " 'unsafe-inline'" : ""}${widget}`,
		`img-src 'self' data:${widget}`,
		`font-src 'self'${widget}`,
		`connect-src 'self'${widget}${socket}`,
		`frame-src 'self'${widget}`,
		"form-action 'self'",
		"manifest-src 'self'",
		"frame-ancestors 'none'",
		"base-uri 'none'",
		"object-src 'none'",
	].join("; ");
}
