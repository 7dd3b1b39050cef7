import { Response } from "miniflare";

/**
 * Answers all requests of the Worker to the internet after a delay in ms that depends on the address. In DNS over HTTPS a
 * share of the names is taken. Registries answer "not found".
 * @param {{ fastest: number, slowest: number, taken?: number, onAnswer?: (name: string) => void }} options `onAnswer` is
 *   called when a registry answers for a name
 */
export function fakeRegistries({ fastest, slowest, taken = 0, onAnswer = () => {} }) {
	return async (request) => {
		const { hostname, pathname, searchParams } = new URL(request.url);
		await new Promise((resolve) =>
			setTimeout(resolve, fastest + (hashOf(hostname + pathname) % (slowest - fastest + 1))),
		);
		if (/dns-json/.test(request.headers.get("Accept") ?? "")) {
			const name = searchParams.get("name");
			const isTaken = hashOf(name) % 100 < 100 * taken;
			return Response.json(isTaken ? { Status: 0, Answer: [{ name, type: 2, data: "ns1.example." }] } : { Status: 3 });
		}
		if (pathname.endsWith("/dns.json")) return Response.json({ services: [] });
		onAnswer(pathname.split("/").at(-1));
		return Response.json({ errorCode: 404 }, { status: 404, headers: { "Content-Type": "application/rdap+json" } });
	};

	function hashOf(text) {
		let hash = 7;
		for (const character of text) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
		return hash;
	}
}
