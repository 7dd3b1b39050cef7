import { Response } from "miniflare";

/**
 * Stands in for everything that the Worker may ask on the internet: DNS over HTTPS knows no name, and registries answer
 * "not found" after a time that depends on the address asked.
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
