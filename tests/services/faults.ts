/**
 * What goes wrong with a request. `refuse` and `error`: answered with 403 or 500, and nothing done. `silent`: never
 * answered, and nothing done. `lost`: done, but the answer does not arrive. `late`: answered, and done only when
 * `finishLate` is called.
 */
export type Fault = "refuse" | "error" | "silent" | "lost" | "late";

/** Injects faults into a service's requests, each once. */
export function createFaults(handle: (request: Request) => Promise<Response> | Response) {
	const planned: { readonly fault: Fault; readonly matches: (request: Request) => boolean }[] = [];
	const late: (() => unknown)[] = [];

	/** Ends as `fetch` does when its signal aborts. */
	const silence = (request: Request) =>
		new Promise<never>((_, reject) => {
			request.signal.addEventListener("abort", () => reject(request.signal.reason), { once: true });
		});

	return {
		/** @param matches which request. Default: the next one */
		plan(fault: Fault, matches: (request: Request) => boolean = () => true): void {
			planned.push({ fault, matches });
		},

		/** Does the work of requests that were given up. */
		async finishLate(): Promise<void> {
			for (const work of late.splice(0)) await work();
		},

		async fetch(request: Request): Promise<Response> {
			const index = planned.findIndex(({ matches }) => matches(request));
			const [plan] = index < 0 ? [] : planned.splice(index, 1);
			switch (plan?.fault) {
				case "refuse":
					return new Response("Forbidden", { status: 403 });
				case "error":
					return new Response("Internal Server Error", { status: 500 });
				case "silent":
					return silence(request);
				case "lost":
					await handle(request);
					throw new TypeError("Network connection lost.");
				case "late": {
					const body = await request.clone().text();
					const { url, method, headers } = request;
					late.push(() => handle(new Request(url, { method, headers, ...(body && { body }) })));
					return silence(request);
				}
				default:
					return handle(request);
			}
		},
	};
}
