import type { Context } from "hono";
import { CustomerMoved, DatabaseUnavailable } from "~/db/client.server";
import { logger } from "~/lib/log.server";
import { ConfigError } from "~/platform/config";
import { refuse } from "./refuse";

/** Handles uncaught errors: logs the details, and shows the visitor what to do. */
export function answerError(error: Error, c: Context): Response {
	const requestId: string = c.get("requestId") ?? "";
	if (error instanceof ConfigError) {
		logger.error("configuration_invalid", { error });
		const local = c.env?.ENVIRONMENT === "local" ? ` ${error.message}` : "";
		return refuse(c, 500, `The shop is not configured.${local}`);
	}
	if (error instanceof DatabaseUnavailable) {
		logger.warn("database_unavailable", { error });
		return refuse(c, 503, "We can't reach our database just now. Nothing was lost: try again in a moment.", {
			"Retry-After": "5",
		});
	}
	if (error instanceof CustomerMoved) {
		logger.warn("customer_moved", { error });
		return refuse(c, 503, "This account was just merged into another one. Nothing was lost: try again in a moment.", {
			"Retry-After": "5",
		});
	}
	logger.error("request_failed", { error });
	return refuse(c, 500, `Something went wrong on our side. If it happens again, tell us this number: ${requestId}`);
}
