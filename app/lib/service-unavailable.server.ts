import { logger } from "./log.server";
import { type Failure, fail, type Result } from "./result";

/** An outside service does not work at the moment. The request may be correct. */
export class ServiceUnavailable extends Error {
	override name = "ServiceUnavailable";
}

/** Runs `work`. Returns an `unavailable` failure with this message if it throws `ServiceUnavailable`. */
export async function whenAvailable<T, E = Failure>(
	message: string,
	work: () => Promise<Result<T, E>>,
): Promise<Result<T, E | Failure>> {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof ServiceUnavailable)) throw error;
		logger.error("service_unavailable", { error });
		return fail("unavailable", message, { retryAfter: 60 });
	}
}
