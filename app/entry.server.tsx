import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { nonceContext } from "./context";

/** Milliseconds that a streamed answer may take before its promises are given up. */
export const streamTimeout = 10_000;

export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
	context: RouterContextProvider,
): Promise<Response> {
	const nonce = routerContext.isSpaMode ? "" : context.get(nonceContext);
	const body = await renderToReadableStream(<ServerRouter context={routerContext} url={request.url} nonce={nonce} />, {
		nonce,
		signal: request.signal,
		onError(error) {
			if (!request.signal.aborted) console.error("render", error);
		},
	});
	headers.set("Content-Type", "text/html; charset=utf-8");
	return new Response(body, { status, headers });
}
