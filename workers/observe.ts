import { withLogContext } from "~/lib/log.server";
import { configOf, hasLocalInbox } from "~/platform/config";
import { localMetrics } from "~/platform/metrics/local-metrics";
import { analyticsWriter, createRecorder } from "~/platform/metrics/metrics";

/**
 * Runs one invocation of the Worker with its log and metrics.
 * @throws ConfigError
 */
export function observe<T>(env: Env, requestId: string | null, run: () => T): T {
	const config = configOf(env);
	const onLine = createRecorder(hasLocalInbox(config) ? localMetrics.write : analyticsWriter(env.METRICS));
	return withLogContext({ requestId, isReadable: config.LOGS === "readable", onLine }, run);
}
