import { type DataStrategyResult, href, isRouteErrorResponse, type MiddlewareFunction } from "react-router";
import { failureData } from "~/lib/responses";
import { fail } from "~/lib/result";

type Results = Record<string, DataStrategyResult>;

/**
 * Around every action in the browser: a change that the server could not take, because it can't be reached, does not
 * work or asks for a sign-in first, failed as all others do. The page stays with what was typed, and its form says so;
 * without this an error page or the sign-in would take its place.
 */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
	const results = await next();
	if (request.method === "GET") return results;
	return Object.fromEntries(Object.entries(results).map(([route, result]) => [route, keep(result)]));
};

function keep(result: DataStrategyResult): DataStrategyResult {
	if (result.type !== "error") return result;
	if (leadsToSignIn(result.result))
		return { type: "data", result: failureData(fail("unauthenticated", signedOut, { code: "signed_out" }).error) };
	const message = whyUnreached(result.result);
	if (!message) return result;
	return { type: "data", result: failureData(fail("unavailable", message, { code: "unreachable" }).error) };
}

/** Where the guard of personal pages sends whoever has no session, or none any more. */
const leadsToSignIn = (thrown: unknown): boolean =>
	thrown instanceof Response && (thrown.headers.get("Location") ?? "").startsWith(`${href("/login")}?next=`);

const signedOut =
	"You were signed out meanwhile. Sign in again in another tab, then send this once more: it is all kept.";
const broken = "Something went wrong. Check your connection, then try again.";
const tooMany = "Too many requests from your network. Wait a minute, then try again.";

/** Null for an answer of a page of ours; else there was no connection, a gateway's error page, an error of the server. */
function whyUnreached(thrown: unknown): string | null {
	const error = holdsData(thrown) ? thrown.data : thrown;
	if (error instanceof Response) return error.status >= 500 ? broken : null;
	if (!isRouteErrorResponse(error)) return broken;
	if (error.status === 429) return tooMany;
	return error.status >= 500 ? broken : null;
}

/** An error with the status that came with it, as `data()` makes it. */
const holdsData = (value: unknown): value is { readonly data: unknown } =>
	typeof value === "object" &&
	value !== null &&
	"type" in value &&
	value.type === "DataWithResponseInit" &&
	"data" in value;
