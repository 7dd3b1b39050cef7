import { type DataStrategyResult, href, isRouteErrorResponse, type MiddlewareFunction } from "react-router";
import { refusalIn } from "~/lib/acting";
import { otherAccountIn } from "~/lib/page-account";
import { failureData } from "~/lib/responses";
import { fail } from "~/lib/result";
import { serverError, tooManyRequests } from "~/lib/unreachable";

type Results = Record<string, DataStrategyResult>;

/**
 * Client middleware for every action. If the server can't be reached, fails, asks for a sign-in or refuses the form of
 * another account, the action returns a failure. So the page keeps what was typed and its form shows the error, instead of
 * an error page or the sign-in page.
 */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
	const results = await next();
	if (request.method === "GET") return results;
	return Object.fromEntries(Object.entries(results).map(([route, result]) => [route, toFailure(result)]));
};

function toFailure(result: DataStrategyResult): DataStrategyResult {
	if (result.type !== "error") return result;
	if (isSignInRedirect(result.result))
		return { type: "data", result: failureData(fail("unauthenticated", signedOut, { code: "signed_out" }).error) };
	const error = isDataWithInit(result.result) ? result.result.data : result.result;
	const otherAccount = isRouteErrorResponse(error) ? otherAccountIn(error.data) : undefined;
	if (otherAccount) return { type: "data", result: failureData(otherAccount) };
	const message = unreachableMessage(error);
	if (!message) return result;
	return { type: "data", result: failureData(fail("unavailable", message, { code: "unreachable" }).error) };
}

/** Whether this is the redirect of require-customer.ts or require-staff.ts. */
const isSignInRedirect = (thrown: unknown): boolean =>
	thrown instanceof Response &&
	[href("/login"), href("/desk/sign-in")].some((page) =>
		(thrown.headers.get("Location") ?? "").startsWith(`${page}?next=`),
	);

const signedOut =
	"You were signed out. Sign in again in another tab, then send this form again. What you typed is still here.";

/** The message if there was no connection or the response was a 429 or 5xx error. Null for any other response. */
function unreachableMessage(error: unknown): string | null {
	if (error instanceof Response) return error.status >= 500 ? serverError : null;
	if (!isRouteErrorResponse(error)) return serverError;
	if (error.status === 403) return refusalIn(String(error.data)) ?? null;
	if (error.status === 429) return tooManyRequests;
	return error.status >= 500 ? serverError : null;
}

/** Whether the value was created by React Router's `data()`. */
const isDataWithInit = (value: unknown): value is { readonly data: unknown } =>
	typeof value === "object" &&
	value !== null &&
	"type" in value &&
	value.type === "DataWithResponseInit" &&
	"data" in value;
