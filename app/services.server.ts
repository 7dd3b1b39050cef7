import { createDatabase, type Database } from "./db/client.server";
import { createHealth, type Health } from "./features/health/health.server";
import { type Clock, systemClock } from "./platform/clock";
import { type Config, readConfig } from "./platform/config";

/** Everything a request, a queue message or a cron run may do; built once for each of them. */
export interface Services {
	readonly config: Config;
	readonly clock: Clock;
	readonly db: Database;
	readonly health: Health;
	/** Lets work go on after the answer was sent. */
	waitUntil(work: Promise<unknown>): void;
}

/** The composition root: bindings in, services out. @throws ConfigError */
export function createServices(env: Env, waitUntil: (work: Promise<unknown>) => void): Services {
	const clock = systemClock;
	return {
		config: readConfig(env as unknown as Record<string, unknown>),
		clock,
		db: createDatabase(env.DB),
		health: createHealth({
			clock,
			probes: [
				{ name: "Database", probe: () => env.DB.prepare("select 1").first() },
				{ name: "Token store", probe: () => env.TOKENS.get("health") },
				{ name: "File store", probe: () => env.FILES.head("health") },
			],
		}),
		waitUntil,
	};
}
