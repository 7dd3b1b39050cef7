import { expect, test } from "vitest";
import { type Import, type Module, nameOf, readModule, readModules, readTestModules } from "../support/module-graph";

const modules = readModules();
const byName = new Map(modules.map((module) => [nameOf(module).replace(/\/index$/, ""), module]));

/** Modules that match `from` may not import what `forbidden` matches. */
interface Rule {
	readonly says: string;
	readonly from: RegExp;
	readonly forbidden: (imported: Import, from: Module) => boolean;
}

const under =
	(...patterns: RegExp[]) =>
	({ target }: Import) =>
		patterns.some((pattern) => pattern.test(target));

const drizzle = /^drizzle-orm(\/|$)/;
const framework = under(
	/^react(-dom|-router)?(\/|$)/,
	/^cloudflare:/,
	/^app\/(routes|components|islands|middleware)\//,
);
const repo = /\.repo\.server$/;
const server = /\.server$/;
const featureServer = /^app\/features\/([^/]+)\/[^/]+\.server$/;
const featureOf = (name: string) => name.match(/^app\/features\/([^/]+)\//)?.[1];

/** A feature's server modules may import those of features before it, never after it, types included. */
const order = [
	...[
		"publishing",
		"catalog",
		"registrar-accounts",
		"stock",
		"catalog-desk",
		"help",
		"help-desk",
		"health",
		"problems",
		"reports",
		"upkeep",
		"archive",
		"files",
		"projects",
		"email",
		"activity",
		"notifications",
		"addons",
	],
	...["two-factor", "accounts", "members", "passkeys", "staff", "saved-views", "domains", "hosting"],
	...["tickets", "data-export", "support"],
	...[
		"cart",
		"invoices",
		"fiscal",
		"orders",
		"proposals",
		"closing",
		"dns",
		"payments",
		"refunds",
		"billing-details",
		"renewals",
		"bulk-actions",
		"outbox",
		"portal",
		"customers",
		"billing-desk",
		"email-desk",
		"staff-orders",
		"services-desk",
		"desk",
	],
];

/** Exceptions in the other direction, with the reason. */
const mutual = [
	// Signing in asks for the second factor, which completes the sign-in and writes its log.
	"two-factor → accounts",
	// Signing in and recovery use passkeys, which start sessions.
	"accounts → passkeys",
];

const rules: Rule[] = [
	{
		says: "nothing imports the Worker's entry points",
		from: /^app\//,
		forbidden: under(/^workers\//),
	},
	{
		says: "only repos and db import Drizzle",
		from: /^(?!app\/db\/)(?!.*\.repo\.server\.ts$)/,
		forbidden: under(drizzle),
	},
	{
		says: "ports, rules and what the browser loads know no tables, not even their types",
		from: /^app\/(?!db\/)(?!.*\.server\.tsx?$)/,
		forbidden: under(/^app\/db\/schema(\/|$)/),
	},
	{
		says: "a repo is used by the feature or port it belongs to, whose adapters have folders",
		from: /./,
		forbidden: ({ target }, from) => repo.test(target) && !`${folder(nameOf(from))}/`.startsWith(`${folder(target)}/`),
	},
	{
		says: "routes never reach the database, the platform or each other",
		from: /^app\/routes\//,
		forbidden: ({ target }) =>
			/^app\/(db|platform)\//.test(target) ||
			/^cloudflare:/.test(target) ||
			/^app\/(services|ports)\.server$/.test(target) ||
			(/^app\/routes\//.test(target) && !target.includes("/+types/")),
	},
	{
		says: "workers go through services and features' doors",
		from: /^workers\//,
		forbidden: under(/^app\/(routes|components|islands|middleware)\//, /^app\/db\/schema/),
	},
	{
		says: "Hono stays in the Worker's entry",
		from: /^app\//,
		forbidden: under(/^hono(\/|$)/),
	},
	{
		says: "use-cases and repos know nothing of the framework but its addresses",
		from: /^app\/features\/[^/]+\/(?!use-)[^/]+\.ts$/,
		forbidden: (imported) =>
			framework(imported) && !(imported.target === "react-router" && imported.names.join() === "href"),
	},
	{
		says: "features know the platform by its types and pure values only",
		from: /^app\/features\//,
		forbidden: ({ target, typeOnly }) => /^app\/platform\//.test(target) && !typeOnly && !importsNothing(target),
	},
	{
		says: "features' server modules depend on each other in one direction",
		from: /^app\/features\/[^/]+\/[^/]+\.server\.tsx?$/,
		forbidden: ({ target }, from) => {
			const [mine, theirs] = [featureOf(from.file), target.match(featureServer)?.[1]];
			if (!mine || !theirs || mutual.includes(`${mine} → ${theirs}`)) return false;
			return order.indexOf(theirs) > order.indexOf(mine);
		},
	},
	{
		says: "the platform knows no feature's server, page or component",
		from: /^app\/platform\//,
		forbidden: ({ target, typeOnly }) =>
			/^app\/(routes|components|islands|middleware)\//.test(target) || (featureServer.test(target) && !typeOnly),
	},
	{
		says: "lib is pure",
		from: /^app\/lib\//,
		forbidden: ({ target, typeOnly }) => /^app\/(?!lib\/|brand$)/.test(target) && !typeOnly,
	},
	{
		says: "islands come without React",
		from: /^app\/islands\//,
		forbidden: under(/^react(-dom|-router)?(\/|$)/),
	},
	{
		says: "components know no route, service or database",
		from: /^app\/(components|features\/[^/]+\/components)\//,
		forbidden: ({ target, typeOnly }) =>
			/^app\/(routes|middleware)\//.test(target) || (/^app\/(db|platform|services)/.test(target) && !typeOnly),
	},
	{
		says: "context holds keys and types, nothing that runs",
		from: /^app\/context\.ts$/,
		forbidden: ({ target, typeOnly }) => !typeOnly && target !== "react-router",
	},
];

test.each(rules)("$says", ({ from, forbidden }) => {
	const broken = modules
		.filter(({ file }) => from.test(file))
		.flatMap((module) =>
			module.imports.filter((one) => forbidden(one, module)).map(({ target }) => `${module.file} → ${target}`),
		);
	expect(broken).toEqual([]);
});

test("the order lists every feature, and each exception from it is in use", () => {
	const features = new Set(modules.flatMap(({ file }) => featureOf(file) ?? []));
	expect(order.toSorted()).toEqual([...features].sort());
	const used = modules.flatMap(({ file, imports }) =>
		imports.map(({ target }) => `${featureOf(file)} → ${target.match(featureServer)?.[1]}`),
	);
	expect(mutual.filter((pair) => !used.includes(pair))).toEqual([]);
});

test("no module imports itself through other modules", () => {
	const state = new Map<string, "open" | "done">();
	const cycles: string[] = [];
	const visit = (name: string, steps: readonly string[]) => {
		if (state.get(name) === "open") cycles.push([...steps.slice(steps.indexOf(name)), name].join(" → "));
		if (state.has(name)) return;
		state.set(name, "open");
		for (const { target, typeOnly } of byName.get(name)?.imports ?? [])
			if (!typeOnly && byName.has(target)) visit(target, [...steps, name]);
		state.set(name, "done");
	};
	for (const name of byName.keys()) visit(name, []);
	expect(cycles).toEqual([]);
});

test("imports are relative within a feature, port or folder, and begin with ~/ otherwise", () => {
	// The build's configuration imports the share cards and headers, and is loaded without the alias.
	const loadedWithoutAlias = ["app/islands/speculation-rules.ts"];
	const unitOf = (name: string) => name.match(/^(app\/(features|platform)\/[^/]+|app\/[^/]+|[^/]+)\//)?.[1];
	const wrong = [...modules, ...readTestModules()]
		.filter(({ file }) => !loadedWithoutAlias.includes(file))
		.flatMap(({ file, imports }) =>
			imports
				.filter(({ specifier }) => /^[.~]/.test(specifier) && !specifier.startsWith("./+types/"))
				.filter(({ target, specifier }) => {
					const across = target.startsWith("app/") && unitOf(target) !== unitOf(file);
					return specifier.startsWith("~/") !== across;
				})
				.map(({ specifier }) => `${file}: ${specifier}`),
		);
	expect(wrong).toEqual([]);
});

test("a function that makes a repository is named createXRepo", () => {
	const makes = /export (?:function (\w+)|const (\w+) =) ?\((?:db|\{[^}]*\}): Database\)/g;
	const names = modules
		.filter(({ file }) => /\.repo\.server\.ts$/.test(file))
		.flatMap(({ source }) => Array.from(source.matchAll(makes), ([, one, other]) => one ?? other));
	expect(names.length).toBeGreaterThan(30);
	expect(names.filter((name) => !/^create[A-Z]\w*Repo$/.test(name ?? ""))).toEqual([]);
});

test("only the composition root and the workers see Env", () => {
	const allowed = /^(workers\/|app\/(services|ports)\.server\.ts$)/;
	const seen = modules.filter(({ file, source }) => !allowed.test(file) && /[:<(,|&]\s*Env\b/.test(code(source)));
	expect(seen.map(({ file }) => file)).toEqual([]);
});

test("use-cases receive no request and no response", () => {
	const door = /^app\/features\/([^/]+)\/[^/]+\.server\.ts$/;
	const seen = modules.filter(
		({ file, source }) => door.test(file) && /[:<(,|&]\s*(Request|Response)\b|new Response\b/.test(code(source)),
	);
	expect(seen.map(({ file }) => file)).toEqual([]);
});

test("no browser module imports a server module", () => {
	// Of a route the bundler drops loader, action and middleware with their imports and refuses what then remains of
	// the server; all else that a page or an island is made of must not know the server at all.
	const browser = /^app\/(islands|components|lib|brand|entry\.client|features\/[^/]+\/(components\/|[^/]+\.tsx?$))/;
	const starts = modules.filter(({ file }) => browser.test(file) && !/\.server\.tsx?$/.test(file));
	const broken = starts.flatMap((start) => pathsTo(isServer, start).map((steps) => steps.join(" → ")));
	expect(broken).toEqual([]);
});

test("no page or island loads the tables for phone numbers and other scripts in the browser", () => {
	const browser = /^app\/(islands|components|features\/[^/]+\/components)\//;
	const heavy = (target: string) => /^(libphonenumber-js|punycode)(\/|$)/.test(target);
	const broken = modules
		.filter(({ file }) => browser.test(file))
		.flatMap((start) => pathsTo(heavy, start).map((steps) => steps.join(" → ")));
	expect(broken).toEqual([]);
});

test("pages without React load no router script, and islands work without it", () => {
	const router = (target: string) => /^react(-dom|-router)?(\/|$)/.test(target);
	const broken = modules
		.filter(({ file }) => file.startsWith("app/islands/"))
		.flatMap((start) => pathsTo(router, start).map((steps) => steps.join(" → ")));
	expect(broken).toEqual([]);
});

test("pages of customers load nothing of the desk in the browser", () => {
	const isDesk = (target: string) =>
		/^app\/(desk-pages$|routes\/desk\/|features\/((\w+-)?desk|customers)\/|features\/staff\/components\/)/.test(target);
	// Of a route, the bundler drops loader and action with their imports, so its pages are the components that it imports.
	const isPage = (target: string) =>
		/^app\/(root|entry\.client|islands|components|features\/[^/]+\/components)(\/|$)/.test(target);
	const pagesOf = (routes: RegExp) =>
		modules
			.filter(({ file }) => routes.test(file))
			.flatMap(({ imports }) => imports.filter(({ typeOnly, target }) => !typeOnly && isPage(target)))
			.flatMap(({ target }) => byName.get(target) ?? []);
	const loaded = (routes: RegExp) =>
		[...new Set(pagesOf(routes))].flatMap((start) =>
			[...(isDesk(nameOf(start)) ? [[start.file]] : []), ...pathsTo(isDesk, start)].map((steps) => steps.join(" → ")),
		);
	expect(loaded(/^app\/(root|entry\.client|islands\/|routes\/(?!desk\/))/)).toEqual([]);
	expect(pagesOf(/^app\/routes\/(?!desk\/)/).length).toBeGreaterThan(100);
	expect(loaded(/^app\/routes\/desk\//).length).toBeGreaterThan(20);
});

test("forms are read in one place, which treats an invalid body as an empty form", () => {
	const readers = modules.filter(({ source }) => code(source).includes(".formData()"));
	expect(readers.map(({ file }) => file)).toEqual(["app/lib/form-data.ts"]);
});

test("no element has a style attribute, because the content security policy blocks it", () => {
	const styled = modules.filter(({ file, source }) => file.endsWith(".tsx") && /\sstyle=[{"]/.test(code(source)));
	expect(styled.map(({ file }) => file)).toEqual([]);
});

test("no barrels: every module has its own code", () => {
	// Drizzle needs the schema as one module.
	const barrels = modules.filter(({ ownCode, file }) => !ownCode && file !== "app/db/schema/index.ts");
	expect(barrels.filter(({ imports }) => imports.some((one) => one.reExport)).map(({ file }) => file)).toEqual([]);
});

test("no module or folder is named utils, helpers or the like", () => {
	const drawers = modules.filter(({ file }) => /(^|\/)(utils?|helpers?|common|misc|shared)(\/|\.)/.test(file));
	expect(drawers.map(({ file }) => file)).toEqual([]);
});

test("the import check sees imports in every form", () => {
	const { imports } = readModule(
		"app/features/cart/cart.ts",
		`import type { A } from "~/lib/a";
		import { type B } from "../domains/b.server";
		import c, { type D } from "./c";
		export { e } from "./e";
		const later = () => import("./f");
		import "./g.css";`,
	);
	expect(imports.map(({ target, typeOnly }) => [target, typeOnly])).toEqual([
		["app/lib/a", true],
		["app/features/domains/b.server", true],
		["app/features/cart/c", false],
		["app/features/cart/e", false],
		["app/features/cart/g.css", false],
		["app/features/cart/f", false],
	]);
});

const isServer = (target: string) => server.test(target) || /^(cloudflare|node):/.test(target);

/** Chains of imports from a module to a matching target. */
function pathsTo(isTarget: (target: string) => boolean, start: Module): string[][] {
	const found: string[][] = [];
	const visited = new Set<string>();
	const walk = (module: Module, steps: string[]) => {
		for (const { target, typeOnly } of module.imports) {
			if (typeOnly || visited.has(target)) continue;
			visited.add(target);
			if (isTarget(target)) found.push([...steps, target]);
			const next = byName.get(target);
			if (next) walk(next, [...steps, target]);
		}
	};
	walk(start, [start.file]);
	return found;
}

/** Whether the module has only types and constants and imports nothing. */
const importsNothing = (name: string) => byName.get(name)?.imports.every(({ typeOnly }) => typeOnly) ?? false;

const folder = (name: string) => name.slice(0, name.lastIndexOf("/"));

/** The source without comments. */
function code(source: string): string {
	return source.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");
}

test("outside services are called through serviceFetch, which logs each call", () => {
	const direct = modules.filter(
		({ file, source }) =>
			file.startsWith("app/platform/") &&
			file !== "app/platform/service-fetch.ts" &&
			/=> fetch\(|globalThis\.fetch/.test(code(source)),
	);
	expect(direct.map(({ file }) => file)).toEqual([]);
});
