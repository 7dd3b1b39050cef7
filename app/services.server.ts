import { createDatabase, type Database } from "./db/client.server";
import { type Clock, systemClock } from "./platform/clock";
import { type Config, readConfig } from "./platform/config";

/** Everything a request, a queue message or a cron run may do; built once for each of them. */
export interface Services {
	readonly config: Config;
	readonly clock: Clock;
	readonly db: Database;
	/** Lets work go on after the answer was sent. */
	waitUntil(work: Promise<unknown>): void;
}

/** The composition root: bindings in, services out. @throws ConfigError */
export function createServices(env: Env, waitUntil: (work: Promise<unknown>) => void): Services {
	return {
		config: readConfig(env as unknown as Record<string, unknown>),
		clock: systemClock,
		db: createDatabase(env.DB),
		waitUntil,
	};
}
