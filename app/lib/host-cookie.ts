interface HostCookie {
	readonly name: string;
	/** For `Set-Cookie`, after the value. */
	readonly attributes: string;
}

/**
 * Name and attributes of a cookie that scripts can't read and that is sent to this host only. On http://localhost it has
 * neither the `__Host-` prefix nor `Secure`, because browsers reject both over plain http.
 */
export function hostCookie(appOrigin: string, name: string): HostCookie {
	const attributes = "Path=/; HttpOnly; SameSite=Lax";
	return plainHttp(appOrigin) ? { name, attributes } : { name: `__Host-${name}`, attributes: `${attributes}; Secure` };
}

function plainHttp(appOrigin: string): boolean {
	const { protocol, hostname } = new URL(appOrigin);
	return protocol === "http:" && (hostname === "localhost" || hostname === "127.0.0.1");
}
