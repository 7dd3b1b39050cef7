import { rdapServers } from "~/platform/registrar/rdap-servers";

/** How a fake registry answers about a name. */
export type RegistryBehaviour = (name: string, url: URL, signal: AbortSignal) => Response | Promise<Response>;

const json =
	(type: string) =>
	(body: unknown, status = 200, headers: Record<string, string> = {}) =>
		new Response(JSON.stringify(body), { status, headers: { "Content-Type": type, ...headers } });
export const rdapJson = json("application/rdap+json");
export const plainJson = json("application/json; charset=utf-8");

const conformance = { rdapConformance: ["rdap_level_0"] };

/** Responses of real registries. */
export const answers = {
	registered: (name: string) =>
		rdapJson({
			...{ ...conformance, objectClassName: "domain", handle: "2336799_DOMAIN_COM-VRSN", ldhName: name.toUpperCase() },
			...{ status: ["active"], events: [{ eventAction: "registration", eventDate: "1995-08-14T04:00:00Z" }] },
		}),
	notFound: () => rdapJson({ ...conformance, errorCode: 404, title: "Not Found" }, 404),
	/** Verisign's: a media type and no body. */
	bareNotFound: () => new Response(null, { status: 404, headers: { "Content-Type": "application/rdap+json" } }),
	/** KeNIC's for simba.ke: a 200 about a name without a holder. */
	heldBack: (name: string) =>
		plainJson({
			...{ ...conformance, objectClassName: "domain", ldhName: name },
			notices: [{ title: "Policy", description: ["This name is not allowed under registry policy"] }],
			variants: [{ relations: ["restricted", "registration prohibited"] }],
		}),
	webPage: (status: number) =>
		new Response("<!DOCTYPE html><title>Not found</title>", { status, headers: { "Content-Type": "text/html" } }),
	refusal: (status: number, headers: Record<string, string> = {}) => rdapJson({ errorCode: status }, status, headers),
	never: (signal: AbortSignal) =>
		new Promise<Response>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true })),
} as const;

/**
 * Fakes the DNS resolver and every registry. A registry answers only below its published base URL. Elsewhere its host
 * answers with a web server's 404, as the real ones do.
 */
export function internet(behaviours: Record<string, RegistryBehaviour>, delegated: readonly string[] = []) {
	const requests: string[] = [];
	let open = 0;
	let mostOpen = 0;
	const bases = [...new Set(rdapServers().values())];

	async function answer(url: URL, signal: AbortSignal): Promise<Response> {
		if (url.hostname === "cloudflare-dns.com") {
			const name = url.searchParams.get("name") ?? "";
			const held = delegated.includes(name);
			const Answer = held ? [{ name: `${name}.`, type: 2, TTL: 300, data: "ns1.example.net." }] : [];
			return json("application/dns-json")({ Status: held ? 0 : 3, Answer });
		}
		const base = bases.find((known) => url.href.startsWith(`${known}domain/`));
		const behaviour = behaviours[url.hostname];
		if (!base || !behaviour) return answers.webPage(404);
		return behaviour(decodeURIComponent(url.href.slice(`${base}domain/`.length)), url, signal);
	}

	const fetch = async (address: string, init: RequestInit): Promise<Response> => {
		requests.push(address);
		open += 1;
		mostOpen = Math.max(mostOpen, open);
		try {
			// A short delay, so that several requests are open at the same time.
			await new Promise((resolve) => setTimeout(resolve, 5));
			return await answer(new URL(address), init.signal as AbortSignal);
		} finally {
			open -= 1;
		}
	};
	return { fetch, requests, mostOpen: () => mostOpen };
}
