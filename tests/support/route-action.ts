import { RouterContextProvider } from "react-router";
import { clientContext, servicesContext, viewerContext } from "~/context";
import type { Services } from "~/services.server";
import { aClient } from "./accounts";

type Action = (args: never) => Promise<unknown>;

interface Visit {
	readonly services: Services;
	readonly cookie: string;
	/** Path and query. */
	readonly address: string;
	readonly params?: Record<string, string>;
}

interface Post extends Visit {
	readonly form: Record<string, string> | [name: string, value: string][];
}

/** Sends a form to a route's action as a signed-in customer. Returns what the action returns or throws. */
export const post = (action: Action, { form, ...visit }: Post): Promise<unknown> =>
	call(action, visit, { method: "POST", body: new URLSearchParams(form) });

/** Reads a route's data as a signed-in customer. Returns what the loader returns or throws. */
export const load = (loader: Action, visit: Visit): Promise<unknown> => call(loader, visit);

async function call(route: Action, { services, cookie, address, params = {} }: Visit, init?: RequestInit) {
	const url = new URL(address, "https://kikoa.test");
	const context = new RouterContextProvider();
	context.set(servicesContext, services);
	context.set(clientContext, aClient());
	context.set(viewerContext, services.sessions.viewer({ cookie }));
	const request = new Request(url, init);
	return route({ context, params, request, url } as never).catch((thrown: unknown) => thrown);
}
