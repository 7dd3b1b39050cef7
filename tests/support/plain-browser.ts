import type { HtmlForm } from "./forms";
import type { Shop } from "./shop";

export interface Page {
	/** With its query. */
	readonly address: string;
	readonly status: number;
	readonly html: string;
	/** Media type. */
	readonly type: string;
	/** Whether the response comes from another address after a redirect. */
	readonly redirected: boolean;
}

type Entries = readonly (readonly [name: string, value: string | File])[];

let visitors = 0;

/** A browser without script: cookies, redirects and forms. Faster than a real browser, with one request per page. */
export function plainBrowser({ origin }: Shop, cookies: Record<string, string> = {}) {
	const jar = new Map(Object.entries(cookies));

	async function ask(address: string, init: RequestInit = {}, redirects = 0): Promise<Page> {
		// A new client address for each request, so that no rate limit applies.
		visitors += 1;
		const response = await fetch(`${origin}${address}`, {
			...init,
			headers: {
				"CF-Connecting-IP": `10.78.${visitors >> 8}.${visitors & 255}`,
				Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
				...(init.method === "POST" && { Origin: origin }),
			},
			redirect: "manual",
		});
		for (const line of response.headers.getSetCookie()) keep(line);
		const location = response.headers.get("Location");
		if (location && response.status < 400 && redirects < 5) {
			const { origin: elsewhere, pathname, search } = new URL(location, `${origin}${address}`);
			if (elsewhere === origin) return { ...(await ask(pathname + search, {}, redirects + 1)), redirected: true };
		}
		const type = response.headers.get("Content-Type")?.split(";", 1)[0] ?? "";
		const html = await response.text();
		return { address, status: response.status, html, type, redirected: false };
	}

	function keep(line: string): void {
		const [pair = "", ...attributes] = line.split(";");
		const [name = "", value = ""] = pair.split(/=(.*)/s);
		if (attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))) jar.delete(name);
		else jar.set(name, value);
	}

	return {
		jar,
		open: (address: string) => ask(address),
		/** Sends a form of a page, as its submit button would. */
		send(page: Page, { action, method, multipart }: HtmlForm, entries: Entries): Promise<Page> {
			const to = new URL(action || page.address, `${origin}${page.address}`);
			if (method === "get") {
				const texts = entries.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
				return ask(`${to.pathname}?${new URLSearchParams(texts)}`);
			}
			const address = to.pathname + to.search;
			const form = new FormData();
			for (const [name, value] of entries) form.append(name, value);
			if (multipart) return ask(address, { method: "POST", body: form });
			const texts = entries.map(([name, value]) => [name, typeof value === "string" ? value : value.name]);
			return ask(address, { method: "POST", body: new URLSearchParams(texts) });
		},
	};
}
