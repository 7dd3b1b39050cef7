import { RouterContextProvider } from "react-router";
import { clientContext, servicesContext, viewerContext } from "~/context";
import type { Services } from "~/services.server";
import { aClient } from "./accounts";

type Action = (args: never) => Promise<unknown>;

interface Post {
	readonly services: Services;
	readonly cookie: string;
	/** Path and query. */
	readonly address: string;
	readonly params?: Record<string, string>;
	readonly form: Record<string, string> | [name: string, value: string][];
}

/** Sends a form to a route's action as a signed-in customer. Returns what the action returns or throws. */
export async function post(action: Action, { services, cookie, address, params = {}, form }: Post): Promise<unknown> {
	const url = new URL(address, "https://kikoa.test");
	const context = new RouterContextProvider();
	context.set(servicesContext, services);
	context.set(clientContext, aClient());
	context.set(viewerContext, services.sessions.viewer({ cookie }));
	const request = new Request(url, { method: "POST", body: new URLSearchParams(form) });
	return action({ context, params, request, url } as never).catch((thrown: unknown) => thrown);
}
