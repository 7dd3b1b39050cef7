import { type DataStrategyResult, isRouteErrorResponse, type MiddlewareFunction } from "react-router";
import { failureData } from "../lib/responses";
import { fail } from "../lib/result";

type Results = Record<string, DataStrategyResult>;

/**
 * In the browser, around every action: when the server can't be reached or does not work, the change failed as any
 * other does. The page stays with what was typed, and its form says so; without this an error page would take its place.
 */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
	const results = await next();
	if (request.method === "GET") return results;
	return Object.fromEntries(Object.entries(results).map(([route, result]) => [route, keep(result)]));
};

function keep(result: DataStrategyResult): DataStrategyResult {
	return result.type === "error" && unreachable(result.result) ? { type: "data", result: unreached } : result;
}

const unreached = failureData(
	fail("unavailable", "Something went wrong. Check your connection, then try again.", { code: "unreachable" }).error,
);

/** Whatever is no answer of a page of ours: no connection, a gateway's error page, an error of the server. */
function unreachable(thrown: unknown): boolean {
	const error = holdsData(thrown) ? thrown.data : thrown;
	if (error instanceof Response) return error.status >= 500;
	return !isRouteErrorResponse(error) || error.status >= 500 || error.status === 429;
}

/** An error with the status that came with it, as `data()` makes it. */
const holdsData = (value: unknown): value is { readonly data: unknown } =>
	typeof value === "object" &&
	value !== null &&
	"type" in value &&
	value.type === "DataWithResponseInit" &&
	"data" in value;
