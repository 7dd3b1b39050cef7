import { failureData } from "./responses";
import { fail } from "./result";

/**
 * For a page's action in the browser: when the server can't be reached or does not work, the change failed and the page
 * stays as it is; anything else is thrown on.
 */
export async function unlessUnreachable<T>(ask: () => Promise<T>) {
	try {
		return await ask();
	} catch (error) {
		const status = typeof error === "object" && error !== null && "status" in error ? Number(error.status) : 0;
		// What `fetch` throws without a connection; redirects come as responses.
		if (!(error instanceof TypeError) && status < 500) throw error;
		const message = "That did not reach us, so nothing was changed. Check your connection and try again.";
		return failureData(fail("unavailable", message).error);
	}
}
