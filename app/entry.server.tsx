// Not React's build for Workers, which encodes each attribute and text separately. That takes a quarter of a page's CPU.

import { renderToReadableStream } from "react-dom/server.node";
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from "react-router";
import { NonceContext } from "~/components/layout/nonce";
import { SearchContext } from "~/features/domains/components/search-context";
import { documentStream } from "~/lib/document-stream";
import { isLiveForm } from "~/lib/live-form";
import { logger } from "~/lib/log.server";
import { nonceContext, requestIdContext, searchContext } from "./context";

/** Milliseconds after which React Router rejects the pending promises of a streamed response. */
export const streamTimeout = 12_000;

export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
	context: RouterContextProvider,
): Promise<Response> {
	const nonce = context.get(nonceContext);
	// Late parts of a stream need script to be inserted. Browsers without script don't run it, and neither does a page
	// that islands/live-form.ts inserts.
	const waitForAll = new URL(request.url).searchParams.get("view") === "full" || isLiveForm(request);
	const page = (
		<NonceContext value={nonce}>
			<SearchContext value={context.get(searchContext)}>
				<ServerRouter context={routerContext} url={request.url} nonce={nonce} />
			</SearchContext>
		</NonceContext>
	);
	const body = await renderToReadableStream(page, {
		nonce,
		signal: request.signal,
		...(waitForAll && { progressiveChunkSize: Number.POSITIVE_INFINITY }),
		onError(error) {
			if (!request.signal.aborted) report(context, error);
		},
	});
	if (waitForAll) await body.allReady;
	headers.set("Content-Type", "text/html; charset=utf-8");
	// Copies the action's headers to a page rendered after it. React Router already copies cookies.
	for (const actionHeaders of Object.values(routerContext.staticHandlerContext.actionHeaders))
		for (const [name, value] of actionHeaders) if (name !== "set-cookie") headers.set(name, value);
	return new Response(documentStream(body), { status, headers });
}

/** Logs errors of loaders and actions. Not 4xx responses, which are expected. */
export function handleError(
	error: unknown,
	{ request, context }: { request: Request; context: RouterContextProvider },
) {
	const isExpected = isRouteErrorResponse(error) && error.status < 500;
	if (!request.signal.aborted && !isExpected) report(context, error);
}

function report(context: RouterContextProvider, error: unknown): void {
	logger.error("page_failed", { requestId: context.get(requestIdContext), error });
}
