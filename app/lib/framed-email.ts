/** Allows inline styles, which emails need, and opening links in a new tab. Nothing else. */
const policy = [
	"default-src 'none'",
	"style-src 'unsafe-inline'",
	"img-src data:",
	"frame-ancestors 'self'",
	"form-action 'none'",
	"sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

/** The HTML part of an email, for a frame on one of our pages. */
export const framedEmail = (html: string): Response =>
	new Response(html.replace("<head>", '<head><base target="_blank">'), {
		headers: {
			"Content-Type": "text/html; charset=utf-8",
			"Content-Security-Policy": policy,
			"X-Frame-Options": "SAMEORIGIN",
		},
	});
