let visitors = 0;

/** Headers of a new visitor, with a network address that no rate limit has counted yet. */
export function newVisitor(cookie) {
	visitors += 1;
	const address = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
	return { "CF-Connecting-IP": address, ...(cookie && { Cookie: cookie }) };
}

/** Signs in and returns the session cookie. */
export async function signIn(origin, { email, password }) {
	const response = await fetch(`${origin}/api/userauth/login`, {
		method: "POST",
		headers: { "Content-Type": "application/json", Origin: origin, ...newVisitor() },
		body: JSON.stringify({ email, password, remember: false }),
	});
	if (!response.ok) throw new Error(`The demo customer can't sign in: ${response.status} ${await response.text()}`);
	return response.headers
		.getSetCookie()
		.map((line) => line.split(";", 1)[0])
		.join("; ");
}

/**
 * How to open a page of budgets.mjs: its address, its name in tables, and the `Cookie` header with the session and cart.
 * @param {{ origin: string, session: string, samples: Record<string, string> }} shop `samples` of samples.mjs
 */
export function visitOf({ path, label = path, signedIn, cart }, { origin, session, samples }) {
	const address = path.replace(/(?<=[/=]):(\w+)/g, (_, name) => samples[name]);
	const cookie = [signedIn && session, cart && `cart=${cart}`].filter(Boolean).join("; ");
	return { label, url: origin + address, cookie };
}

/** A `Cookie` header as cookies for a browser, whose scripts read some of them. */
export const browserCookies = (origin, cookie) =>
	cookie
		.split("; ")
		.filter(Boolean)
		.map((pair) => ({ name: pair.slice(0, pair.indexOf("=")), value: pair.slice(pair.indexOf("=") + 1), url: origin }));
