import type { Context, MiddlewareHandler } from "hono";
import { currentCatalog, isPreview } from "~/features/catalog/current";
import { withCatalog } from "~/features/catalog/scope.server";
import { versionOne } from "~/features/catalog/version-one/version-one";
import { logger } from "~/lib/log.server";
import { sha256Hex } from "~/lib/sha256";
import { isPricePath } from "~/static-paths";
import type { HttpEnv } from "../http-env";
import { canonicalPath } from "./canonical-path";

type RenderPage = (c: Context<HttpEnv>, request: Request) => Promise<Response>;

/** A page of the published version. */
interface StoredPage {
	/** Of this build and version. */
	readonly key: string;
	readonly html: string;
}

/** Of this isolate, by path. Each path has one page, of the newest version that was asked for. */
const pages = new Map<string, StoredPage>();

/**
 * Serves the static pages that show prices (static-paths.ts), which the assets layer leaves to the Worker. They are the
 * files of the build until staff publish a version of the catalogue. Then each is rendered once, stored, and served with
 * the headers of its file.
 */
export const pricePages =
	(renderPage: RenderPage): MiddlewareHandler<HttpEnv> =>
	async (c, next) => {
		const { raw, method } = c.req;
		const path = canonicalPath(new URL(raw.url).pathname);
		if (!c.env.ASSETS || !isPricePath(path) || (method !== "GET" && method !== "HEAD")) return next();
		const { version } = currentCatalog();
		const file = await c.env.ASSETS.fetch(
			version === versionOne.version ? raw : new Request(raw.url, { method: "HEAD" }),
		);
		// While the site is built, there are no files yet.
		if (file.status === 404) return withCatalog(versionOne, next);
		if (version === versionOne.version || !file.ok) return file;

		const render = async () => {
			const page = await renderPage(c, new Request(new URL(path, raw.url)));
			// An error must not be stored as the page until the next version.
			if (page.status !== 200) throw new Error(`${path} was rendered with status ${page.status}`);
			return page.text();
		};
		if (isPreview()) return answer(file, await render(), { "Cache-Control": "private, no-store" });
		// The tag of the file changes with each build.
		const page = sha256Hex(`${path} ${file.headers.get("ETag") ?? ""}`).slice(0, 24);
		const key = c.get("services").pricePageStore.keyOf(version, page);
		const etag = `"${version}-${page}"`;
		const html = await storedPage(c, path, key, render);
		if (raw.headers.get("If-None-Match") === etag) return new Response(null, { status: 304, headers: { ETag: etag } });
		return answer(file, html, { ETag: etag });
	};

/** From memory, else from the file store, else rendered now. */
async function storedPage(c: Context<HttpEnv>, path: string, key: string, render: () => Promise<string>) {
	const known = pages.get(path);
	if (known?.key === key) return known.html;
	const { pricePageStore, waitUntil } = c.get("services");
	const stored = await pricePageStore.read(key).catch(() => null);
	const html = stored ?? (await render());
	if (stored === null)
		waitUntil(pricePageStore.write(key, html).catch((error) => logger.error("service_unavailable", { error })));
	pages.set(path, { key, html });
	return html;
}

/** The page with the headers of its file, such as its policy, which allows its inline scripts by their hashes. */
function answer(file: Response, html: string, more: Readonly<Record<string, string>>): Response {
	const headers = new Headers(file.headers);
	headers.delete("Content-Length");
	headers.delete("ETag");
	for (const [name, value] of Object.entries(more)) headers.set(name, value);
	return new Response(html, { headers });
}
