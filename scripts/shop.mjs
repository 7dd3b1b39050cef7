import { globSync } from "node:fs";
import path from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { root } from "./bootstrap.mjs";
import { workerdOn } from "./port.mjs";

// Otherwise wrangler prints on every start which secrets it read.
process.env.WRANGLER_LOG ??= "error";

/**
 * The built Worker in workerd with every binding of wrangler.toml, on the loopback interface only.
 * All its data is stored under `state` and outlives the process.
 *
 * @param {{ port?: number, state: string, vars?: Record<string, string>, log?: Log,
 *   outbound?: (request: Request) => Response | Promise<Response>, wrap?: (main: string) => string,
 *   inspectorPort?: number, project?: string, durableObjects?: Record<string, object> }} options port 0 uses a free one;
 *   `outbound` answers the Worker's requests to the internet; `wrap` returns a module that runs in place of the built one,
 *   given its file name; `project` is the checkout whose build runs; `durableObjects` are further bindings to classes of
 *   the wrapping module
 */
export async function openShop({
	port = 0,
	state,
	vars = {},
	log = new Log(LogLevel.ERROR),
	outbound,
	wrap,
	inspectorPort,
	project = root,
	durableObjects,
}) {
	const { workerOptions, main } = unstable_getMiniflareWorkerOptions(
		path.join(project, "build", "server", "wrangler.json"),
	);
	const { rootPath: _root, modulesRules: _rules, bindings, ...worker } = workerOptions;
	const modulesRoot = path.dirname(main);
	const others = globSync("**/*.{js,wasm}", { cwd: modulesRoot }).filter((file) => file !== path.basename(main));
	const modules = [main, ...others.map((file) => path.join(modulesRoot, file))].map((file) => ({
		type: file.endsWith(".wasm") ? "CompiledWasm" : "ESModule",
		path: file,
	}));
	if (wrap) {
		const contents = wrap(path.basename(main));
		modules.unshift({ type: "ESModule", path: path.join(modulesRoot, "wrapped.mjs"), contents });
	}
	const miniflare = new Miniflare(
		convertV4MiniflareOptions({
			...local(state, log),
			port,
			...worker,
			name: "kikoa",
			modules,
			modulesRoot,
			bindings: { ...bindings, ...vars },
			durableObjects: { ...worker.durableObjects, ...durableObjects },
			outboundService: outbound,
			inspectorPort,
		}),
	);
	const url = await miniflare.ready;
	return {
		origin: `http://localhost:${url.port}`,
		/** Process id of workerd. */
		pid: () => workerdOn(url.port)[0],
		/** Where V8's inspector of the Worker listens. Needs `inspectorPort`. */
		async inspectorUrl() {
			const inspector = await miniflare.getInspectorURL();
			return new URL("/core:user:kikoa", inspector).href;
		},
		database: () => miniflare.getD1Database("DB"),
		/** Runs the cron handler as the platform does. */
		async runCron(cron) {
			const handler = await miniflare.getWorker();
			return handler.scheduled({ cron, scheduledTime: new Date() });
		},
		/** Kills workerd, as a power cut would. Miniflare starts another one with the same data. */
		kill() {
			for (const pid of workerdOn(url.port)) process.kill(pid, "SIGKILL");
		},
		close: () => miniflare.dispose(),
	};
}

/** The settings of wrangler.toml for local use. */
export const localVars = () => readWrangler().bindings;

const readWrangler = () => unstable_getMiniflareWorkerOptions(path.join(root, "wrangler.toml")).workerOptions;

/** The local D1 and KV alone, for work that needs no Worker. */
export async function openDatabase(state) {
	const workerOptions = readWrangler();
	const miniflare = new Miniflare(
		convertV4MiniflareOptions({
			...local(state, new Log(LogLevel.ERROR)),
			name: "database",
			modules: [{ type: "ESModule", path: "database.mjs", contents: "export default {}" }],
			compatibilityDate: workerOptions.compatibilityDate,
			d1Databases: workerOptions.d1Databases,
			kvNamespaces: workerOptions.kvNamespaces,
		}),
	);
	return {
		database: await miniflare.getD1Database("DB"),
		tokens: await miniflare.getKVNamespace("TOKENS"),
		close: () => miniflare.dispose(),
	};
}

/** Wrangler and the Vite plugin use `v3` too, so `npm run dev` and `npm start` share their data. */
const local = (state, log) => ({
	host: "127.0.0.1",
	cf: false,
	log,
	telemetry: { enabled: false },
	resourcePersistencePath: path.join(state, "v3"),
});
