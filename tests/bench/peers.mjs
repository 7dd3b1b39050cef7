import { spawn, spawnSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream";
import { createGzip } from "node:zlib";
import { npm, root } from "../../scripts/bootstrap.mjs";
import { freePort } from "../../scripts/port.mjs";

/** Our search page in other frameworks. Each is a package of its own in `peers/`, which only the bench installs. */
export const peers = [
	{
		name: "SvelteKit",
		folder: "sveltekit",
		publicFolder: "static",
		build: ["vite", "build"],
		start: ["node", "build"],
	},
	{
		name: "Astro",
		folder: "astro",
		publicFolder: "public",
		build: ["astro", "build"],
		start: ["node", "dist/server/entry.mjs"],
	},
	{
		name: "Next",
		folder: "next",
		publicFolder: "public",
		build: ["next", "build"],
		start: ["next", "start", "--hostname=127.0.0.1"],
	},
];

/** Milliseconds until a peer's server must answer. */
const startTimeout = 60_000;

/**
 * Installs and builds a peer in a temporary copy, and serves it on the loopback interface.
 * @param {{ site: object, results: object, css: string }} content of peer-content.mjs
 */
export async function servePeer(peer, content) {
	const project = mkdtempSync(path.join(tmpdir(), `kikoa-${peer.folder}-`));
	const closing = [() => rmSync(project, { recursive: true, force: true })];
	const close = () => {
		for (const end of closing.reverse()) end();
	};
	try {
		copySources(project, peer, content);
		const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
		expectSuccess(`npm ci of ${peer.name}`, npm("ci", "--prefix", project, ...options));
		const port = await freePort();
		const inProject = { cwd: project, env: environment(project, port), encoding: "utf8" };
		const [build, start] = [peer.build, peer.start];
		const { status, stdout, stderr } = spawnSync(build[0], build.slice(1), inProject);
		expectSuccess(`The build of ${peer.name}`, { status, output: `${stdout}${stderr}` });
		// A group of its own, because a server may start others.
		const stdio = ["ignore", "ignore", "inherit"];
		const server = spawn(start[0], start.slice(1), { ...inProject, stdio, detached: true });
		closing.push(() => process.kill(-server.pid, "SIGKILL"));
		const proxy = await compressingProxy(port);
		closing.push(() => proxy.close());
		const url = `http://localhost:${proxy.address().port}/domains/search?q=duka`;
		await untilAnswered(url, peer.name);
		return { url, close };
	} catch (error) {
		close();
		throw error;
	}
}

function copySources(project, { folder, publicFolder }, { site, results, css }) {
	const sources = path.join(import.meta.dirname, "peers");
	const inProject = (...parts) => path.join(project, ...parts);
	cpSync(path.join(sources, folder), project, { recursive: true });
	cpSync(path.join(sources, "content"), inProject("content"), { recursive: true });
	writeFileSync(inProject("content", "site.json"), JSON.stringify(site));
	writeFileSync(inProject("content", "results.json"), JSON.stringify(results));
	writeFileSync(inProject("content", "site.css"), css.replace(/url\([^)]*\.woff2\)/g, "url(/font.woff2)"));
	mkdirSync(inProject(publicFolder));
	const [font] = globSync("build/client/assets/familjen-grotesk-*.woff2", { cwd: root });
	cpSync(path.join(root, font), inProject(publicFolder, "font.woff2"));
	cpSync(path.join(root, "public", "favicon.svg"), inProject(publicFolder, "favicon.svg"));
}

const environment = (project, port) => ({
	...process.env,
	PATH: [path.join(project, "node_modules", ".bin"), process.env.PATH].join(path.delimiter),
	NODE_ENV: "production",
	ASTRO_TELEMETRY_DISABLED: "1",
	NEXT_TELEMETRY_DISABLED: "1",
	HOST: "127.0.0.1",
	PORT: String(port),
	// Otherwise SvelteKit expects HTTPS, and refuses a form's origin.
	PROTOCOL_HEADER: "x-forwarded-proto",
});

function expectSuccess(name, { status, output }) {
	if (status !== 0) throw new Error(`${name} failed:\n${output}`);
}

/** A proxy that compresses texts as our local server does. Frameworks leave it to the network in front of them. */
async function compressingProxy(port) {
	const proxy = createServer((incoming, outgoing) => {
		const { "accept-encoding": accepted = "", ...headers } = incoming.headers;
		const options = {
			...{ host: "127.0.0.1", port, method: incoming.method, path: incoming.url },
			headers: { ...headers, "x-forwarded-proto": "http" },
		};
		const forwarded = request(options, (answer) => {
			const compressed = accepted.includes("gzip") && /text|javascript|json|svg/.test(answer.headers["content-type"]);
			const { "content-length": length, ...rest } = answer.headers;
			const size = compressed ? { "content-encoding": "gzip" } : length && { "content-length": length };
			outgoing.writeHead(answer.statusCode, { ...rest, ...size });
			pipeline(...(compressed ? [answer, createGzip(), outgoing] : [answer, outgoing]), () => {});
		});
		forwarded.on("error", () => outgoing.destroy());
		incoming.pipe(forwarded);
	});
	await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
	return proxy;
}

async function untilAnswered(url, name) {
	for (const end = Date.now() + startTimeout; Date.now() < end; ) {
		const answer = await fetch(url).catch(() => null);
		if (answer?.ok) return;
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
	throw new Error(`${name} does not answer at ${url}`);
}

/** The names that a page offers to add to the cart, and the number of its characters without spaces. */
export async function offersOf(browser, url) {
	const page = await browser.newPage();
	await page.goto(url, { waitUntil: "networkidle" });
	const found = await page.evaluate(() => {
		const names = Array.from(document.querySelectorAll('button[aria-label^="Add to Cart: "]'), (button) =>
			button.ariaLabel.slice("Add to Cart: ".length),
		);
		for (const element of document.body.querySelectorAll("script, style, noscript, template")) element.remove();
		return { names: names.sort(), characters: document.body.textContent.replace(/\s/g, "").length };
	});
	await page.close();
	return found;
}
