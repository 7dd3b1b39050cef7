import { type Failure, fail, type Result } from "./result";

/** Something outside the program does not work just now; nothing is known to be wrong with the request. */
export class ServiceUnavailable extends Error {
	override name = "ServiceUnavailable";
}

/** The work's result, or an `unavailable` failure with this message when a service it needs does not work. */
export async function whenAvailable<T, E = Failure>(
	message: string,
	work: () => Promise<Result<T, E>>,
): Promise<Result<T, E | Failure>> {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof ServiceUnavailable)) throw error;
		console.error(error);
		return fail("unavailable", message, { retryAfter: 60 });
	}
}
