import { Response } from "miniflare";

/**
 * Answers all requests of the Worker to the internet. DNS over HTTPS has no names, and registries answer "not found" after
 * a delay in ms that depends on the address.
 */
export function fakeRegistries({ fastest, slowest }) {
	return async (request) => {
		const { hostname, pathname } = new URL(request.url);
		await new Promise((resolve) => setTimeout(resolve, delayOf(hostname + pathname)));
		if (/dns-json/.test(request.headers.get("Accept") ?? "")) return Response.json({ Status: 3 });
		if (pathname.endsWith("/dns.json")) return Response.json({ services: [] });
		return Response.json({ errorCode: 404 }, { status: 404, headers: { "Content-Type": "application/rdap+json" } });
	};

	function delayOf(text) {
		let hash = 7;
		for (const character of text) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
		return fastest + (hash % (slowest - fastest + 1));
	}
}
