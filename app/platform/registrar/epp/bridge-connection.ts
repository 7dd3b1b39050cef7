import type { EppConnection } from "./connection";

interface Bridge {
	/** Presents the client certificate that the bridge asks for. */
	readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
	/** Address of the bridge, an origin. */
	readonly url: string;
	/** Longer than the bridge waits for the registry. */
	readonly timeoutMs: number;
}

/** A connection that the bridge holds (scripts/epp-bridge). @throws if the bridge or the registry can't be reached */
export async function connectToBridge({ fetch, url, timeoutMs }: Bridge): Promise<EppConnection> {
	async function ask(method: "POST" | "DELETE", path: string, body?: string): Promise<Response> {
		const headers = { "Content-Type": "application/epp+xml" };
		const init = { method, headers, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) } as const;
		const response = await fetch(`${url}${path}`, { ...init, ...(body !== undefined && { body }) });
		if (response.ok) return response;
		throw new Error(`The bridge answered ${response.status}: ${(await response.text()).slice(0, 200)}`);
	}

	const opened = await ask("POST", "/sessions");
	const session = opened.headers.get("Location") ?? "";
	if (!/^\/sessions\/[\w-]+$/.test(session)) throw new Error("The bridge's answer can't be read");
	return {
		greeting: await opened.text(),
		exchange: async (document) => (await ask("POST", session, document)).text(),
		async close() {
			await (await ask("DELETE", session)).body?.cancel();
		},
	};
}
