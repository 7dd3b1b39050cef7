import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from "react-router";
import { NonceContext } from "~/components/layout/nonce";
import { withoutModulePreloads } from "~/lib/module-preloads";
import { nonceContext, requestIdContext } from "./context";

/** Milliseconds that a streamed answer may take before its promises are given up. */
export const streamTimeout = 12_000;

export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
	context: RouterContextProvider,
): Promise<Response> {
	const nonce = context.get(nonceContext);
	// Late or large parts of a stream are put in their place by script; a browser without it gets the page whole.
	const whole = new URL(request.url).searchParams.get("view") === "full";
	const page = (
		<NonceContext value={nonce}>
			<ServerRouter context={routerContext} url={request.url} nonce={nonce} />
		</NonceContext>
	);
	const body = await renderToReadableStream(page, {
		nonce,
		signal: request.signal,
		...(whole && { progressiveChunkSize: Number.POSITIVE_INFINITY }),
		onError(error) {
			if (!request.signal.aborted) report(context, error);
		},
	});
	if (whole) await body.allReady;
	headers.set("Content-Type", "text/html; charset=utf-8");
	// A page that is rendered after its action keeps what the action says besides cookies, which come by themselves.
	for (const said of Object.values(routerContext.staticHandlerContext.actionHeaders))
		for (const [name, value] of said) if (name !== "set-cookie") headers.set(name, value);
	return new Response(body.pipeThrough(withoutModulePreloads()), { status, headers });
}

/** Errors of loaders and actions: bugs. Expected failures are values, and a 404 or a 405 is an answer. */
export function handleError(
	error: unknown,
	{ request, context }: { request: Request; context: RouterContextProvider },
) {
	const answered = isRouteErrorResponse(error) && error.status < 500;
	if (!request.signal.aborted && !answered) report(context, error);
}

function report(context: RouterContextProvider, error: unknown): void {
	console.error("page", context.get(requestIdContext), error);
}
