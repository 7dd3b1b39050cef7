interface HostCookie {
	readonly name: string;
	/** For `Set-Cookie`, after the value. */
	readonly attributes: string;
}

/**
 * How a cookie of this site alone is called and sent: out of script's reach, and never to another host. Browsers refuse
 * `__Host-` and `Secure` over plain http, which only a developer's localhost uses.
 */
export function hostCookie(appOrigin: string, name: string): HostCookie {
	const attributes = "Path=/; HttpOnly; SameSite=Lax";
	return plainHttp(appOrigin) ? { name, attributes } : { name: `__Host-${name}`, attributes: `${attributes}; Secure` };
}

function plainHttp(appOrigin: string): boolean {
	const { protocol, hostname } = new URL(appOrigin);
	return protocol === "http:" && (hostname === "localhost" || hostname === "127.0.0.1");
}
