import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseAst } from "vite";
import { expect, test } from "vitest";
import { root } from "../support/module-graph";
import { routeTable } from "../support/route-table";

/** Functions whose types check each address against routes.ts. */
const typed = [
	"app/routes.ts",
	"app/static-paths.ts",
	"app/public-pages.ts",
	"app/portal-pages.ts",
	"app/desk-pages.ts",
];
/** Has prefixes of addresses, such as "/orders/". */
const prefixes = ["app/routes/site/robots.ts"];
/** The folders of adapters call other services, whose paths look like ours. The stand-ins have pages of ours. */
const otherServices = /^app\/platform\/[\w-]+\/(?!sandbox\/)[\w-]+\//;
const first = new Set(routeTable.map(({ pattern }) => pattern.split("/")[1] ?? "").filter(Boolean));

type Node = { type: string; [key: string]: unknown };

/** Page addresses written as text instead of `href()`, whose type would be checked. */
function writtenAddresses(source: string, lang: "ts" | "tsx"): string[] {
	const found: string[] = [];
	const visit = (value: unknown): void => {
		if (Array.isArray(value)) for (const one of value) visit(one);
		if (typeof value !== "object" || value === null || !("type" in value)) return;
		const node = value as Node;
		if (/^(TS.*Type|Import.*|Export(All|Named)Declaration)$/.test(node.type) && node.source) return;
		if (/^TS\w*Type\w*$/.test(node.type) && node.type !== "TSTypeAssertion") return;
		if (node.type === "TSSatisfiesExpression") return;
		const isHref = node.type === "CallExpression" && (node.callee as Node).name === "href";
		if (node.type === "Literal" && typeof node.value === "string" && isAddress(node.value)) found.push(node.value);
		if (node.type === "TemplateLiteral") {
			const [head = "", ...tails] = (node.quasis as { value: { raw: string } }[]).map((quasi) => quasi.value.raw);
			if (isAddress(head)) found.push(head);
			found.push(...tails.filter((tail) => first.has(/^\/([\w.-]+)/.exec(tail)?.[1] ?? "")));
		}
		for (const child of isHref ? (node.arguments as Node[]).slice(1) : Object.values(node)) visit(child);
	};
	// Parsing every module takes seconds.
	if (!/["'`}]\/[a-z]/.test(source)) return [];
	visit(parseAst(source, { lang }));
	return found;
}

/** Without API addresses, which Hono routes, and files, which have an extension. */
const isAddress = (text: string) =>
	/^\/[a-z]/.test(text) &&
	!/^\/(api|share)\b/.test(text) &&
	(!/\.\w+$/.test(text) || first.has(text.slice(1).split(/[?#]/)[0] ?? ""));

test("links to pages use href(), whose type lists every page", () => {
	const files = globSync("app/**/*.{ts,tsx}", { cwd: root }).filter(
		(file) => ![...typed, ...prefixes].includes(file) && !otherServices.test(file),
	);
	const written = files.flatMap((file) => {
		const source = readFileSync(path.join(root, file), "utf8");
		return writtenAddresses(source, file.endsWith("x") ? "tsx" : "ts").map((address) => `${file}: ${address}`);
	});
	expect(files.length).toBeGreaterThan(500);
	expect(written).toEqual([]);
});

test("the check finds an address written as text in every form", () => {
	const source = `
		import { x } from "/login";
		const a = <a href="/pricing">{redirect("/login?next=1")}</a>;
		const b = [\`/orders/\${id}\`, \`\${origin}/unsubscribe?token=1\`, { to: "/nowhere" }];
		const fine = [href("/login"), "/logout" satisfies PagePath, "/api/status", "/favicon.svg", \`\${page}/dns\`];
		type Fine = "/login" | \`/orders/\${string}\`;
	`;
	expect(writtenAddresses(source, "tsx")).toEqual([
		"/pricing",
		"/login?next=1",
		"/orders/",
		"/unsubscribe?token=1",
		"/nowhere",
	]);
});
