import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../../scripts/port.mjs";
import { openShop } from "../../scripts/shop.mjs";
import { cpuPerRequest, isolatePerRequest, referenceTime } from "./cpu-time.mjs";
import { fakeRegistries } from "./fake-registries.mjs";
import { median } from "./statistics.mjs";
import { signIn } from "./visitor.mjs";

const rounds = 3;

/** `requests`: in each round. A search waits for its registries. */
const pages = [
	{ page: "/dashboard", requests: 60, next: ({ origin, cookie }) => ({ url: `${origin}/dashboard`, cookie }) },
	{ page: "/domains/search", requests: 10, next: ({ origin }) => ({ url: `${origin}/domains/search?q=${newName()}` }) },
	{ page: "/login", requests: 60, next: ({ origin }) => ({ url: `${origin}/login` }) },
];

let names = 0;
/** A name that is in no cache. */
function newName() {
	names += 1;
	return `bench${Date.now().toString(36)}${names}`;
}

/**
 * CPU time per request of each page, for the build of each project (ms, median of the rounds). The projects take turns, so
 * that a busy machine slows all of them.
 * @param {readonly string[]} projects folders with a build
 * @returns {Promise<{ page: string, times: { total: number, isolate: number }[], reference: number }[]>}
 */
export async function cpuOfPages(projects) {
	const shops = [];
	for (const project of projects) shops.push(await openProject(project));
	const results = [];
	for (const { page, requests, next } of pages) {
		const measured = shops.map(() => ({ total: [], isolate: [] }));
		const references = [];
		for (const shop of shops) await cpuPerRequest(shop.pid, () => next(shop), requests);
		for (let round = 0; round < rounds; round += 1) {
			for (const [index, shop] of shops.entries()) {
				references.push(referenceTime());
				measured[index].total.push(await cpuPerRequest(shop.pid, () => next(shop), requests));
				measured[index].isolate.push(await isolatePerRequest(shop.inspectorUrl, () => next(shop), requests));
			}
		}
		const times = measured.map(({ total, isolate }) => ({ total: median(total), isolate: median(isolate) }));
		results.push({ page, times, reference: median(references) });
	}
	for (const shop of shops) await shop.close();
	return results;
}

/** Starts the build of a project on a database with that project's own migrations and seed. */
async function openProject(project) {
	const scripts = (file) => import(path.join(project, "scripts", file));
	const [{ demoSignIn, migrate, seed }, { localSecrets }, { openDatabase }] = await Promise.all([
		scripts("database.mjs"),
		scripts("secrets.mjs"),
		scripts("shop.mjs"),
	]);
	const state = mkdtempSync(path.join(tmpdir(), "kikoa-cpu-"));
	const secrets = localSecrets();
	const { database, close } = await openDatabase(state);
	await migrate(database);
	// The seed is TypeScript, and Vite looks for its tsconfig.json here.
	const folder = process.cwd();
	process.chdir(project);
	await seed(database, secrets);
	const customer = await demoSignIn();
	process.chdir(folder);
	await close();
	const port = await freePort();
	const origin = `http://localhost:${port}`;
	const shop = await openShop({
		project,
		port,
		state,
		vars: { ...secrets, APP_ORIGIN: origin, REGISTRARS: "manual=*" },
		// All names are taken, because the queue for a registry would slow down the searches after the first ones.
		outbound: fakeRegistries({ fastest: 20, slowest: 80, taken: 1 }),
		inspectorPort: 0,
	});
	return {
		origin,
		cookie: await signIn(origin, customer),
		pid: shop.pid(),
		inspectorUrl: await shop.inspectorUrl(),
		async close() {
			await shop.close();
			rmSync(state, { recursive: true, force: true });
		},
	};
}
