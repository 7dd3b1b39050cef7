import { createRequestHandler, type RequestHandler, type ServerBuild } from "react-router";

let latest: { readonly build: ServerBuild; readonly handle: RequestHandler } | undefined;

/**
 * The server-rendered pages. Keeps the request handler, because creating one compiles the pattern of every route. Creates
 * another one only in development, where an edit makes a new build.
 */
export const renderPage: RequestHandler = async (request, context) => {
	const build = await import("virtual:react-router/server-build");
	if (latest?.build !== build) latest = { build, handle: createRequestHandler(build, import.meta.env.MODE) };
	return latest.handle(request, context);
};
