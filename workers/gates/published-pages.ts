import type { Context, MiddlewareHandler } from "hono";
import { announcementMark } from "~/features/catalog/announcements";
import { currentCatalog, isPreview } from "~/features/catalog/current";
import { withCatalog } from "~/features/catalog/scope.server";
import { versionOne } from "~/features/catalog/version-one/version-one";
import { firstHelp } from "~/features/help/first-articles/first-articles";
import { withHelp } from "~/features/help/help.server";
import type { PageStore } from "~/features/publishing/page-store.server";
import { canonicalPath } from "~/lib/canonical-path";
import { logger } from "~/lib/log.server";
import { sha256Hex } from "~/lib/sha256";
import { articleSlugOf, helpPath, isPricePath, isStockPath } from "~/static-paths";
import type { HttpEnv } from "../http-env";

/** @param nonce of inline scripts */
type RenderPage = (c: Context<HttpEnv>, request: Request, nonce: string) => Promise<Response>;

/** A page of the published version. */
interface StoredPage {
	/** Of this build and version. */
	readonly key: string;
	readonly html: string;
}

/** How a page depends on what staff publish. */
interface Publication {
	/** The static page whose file has the headers of this page, such as its policy. Usually the page itself. */
	readonly file: string;
	readonly version: number;
	/** Differs whenever the page shows something else that is not in the version, such as what has sold out. */
	readonly mark: string;
	/** Whether the file has what is published. */
	readonly isBuilt: boolean;
	readonly isPreview: boolean;
	readonly store: PageStore;
	/** Renders the page with this version. */
	readonly run: <T>(render: () => T) => T;
}

/** Of this isolate, by path. Each path has one page, of the newest version that was asked for. */
const pages = new Map<string, StoredPage>();

/**
 * Serves the static pages with content that staff publish: those with prices, and the help. Each is the file of the build
 * until a version is published. Then it is rendered once, stored, and served with the headers of its file. Articles have
 * no file, so they are always rendered once.
 */
export const publishedPages =
	(renderPage: RenderPage): MiddlewareHandler<HttpEnv> =>
	async (c, next) => {
		const { raw, method } = c.req;
		const { ASSETS } = c.env;
		if (!ASSETS || (method !== "GET" && method !== "HEAD")) return next();
		const path = canonicalPath(new URL(raw.url).pathname);
		const mark = announcementMark(c.get("services").clock());
		const publication = await (isPricePath(path) ? ofCatalog(c, path) : ofHelp(c, path, mark));
		if (!publication) return next();
		const { version, isBuilt, store, run } = publication;
		const file = await ASSETS.fetch(
			isBuilt ? raw : new Request(new URL(publication.file, raw.url), { method: "HEAD" }),
		);
		// While the site is built, there are no files yet.
		if (file.status === 404) return withCatalog(versionOne, () => withHelp(firstHelp, next));
		if (isBuilt || !file.ok) return file;

		const render = async () => {
			// The policy of the file allows inline scripts by their hashes.
			const page = await run(() => renderPage(c, new Request(new URL(path, raw.url)), ""));
			// An error must not be stored as the page until the next version.
			if (page.status !== 200) throw new Error(`${path} was rendered with status ${page.status}`);
			return page.text();
		};
		if (publication.isPreview) return answer(file, await render(), { "Cache-Control": "private, no-store" });
		// The tag of the file changes with each build, the announcements with the time, and what has sold out with orders.
		const page = sha256Hex(`${path} ${file.headers.get("ETag") ?? ""} ${mark} ${publication.mark}`).slice(0, 24);
		const key = store.keyOf(version, page);
		const etag = `"${version}-${page}"`;
		const isCurrent = () => announcementMark(c.get("services").clock()) === mark;
		const html = await storedPage(c, { path, key, store, render, isCurrent });
		// Browsers replace the headers of their copy with those of a 304, so it needs the policy, too.
		return answer(file, raw.headers.get("If-None-Match") === etag ? null : html, { ETag: etag });
	};

async function ofCatalog(c: Context<HttpEnv>, path: string): Promise<Publication> {
	const catalog = currentCatalog();
	const { version } = catalog;
	const { pricePageStore, stock } = c.get("services");
	const soldOut = isStockPath(path) ? (await stock.soldOut()).productIds : catalog.soldOut;
	return {
		file: path,
		version,
		mark: [...soldOut].toSorted().join(),
		isBuilt: version === versionOne.version && soldOut.size === 0,
		isPreview: isPreview(),
		store: pricePageStore,
		run: (render) => withCatalog({ ...catalog, soldOut }, render),
	};
}

/** Null for other pages, for searches, and for addresses without an article. */
async function ofHelp(c: Context<HttpEnv>, path: string, mark: string): Promise<Publication | null> {
	const slug = articleSlugOf(path);
	const isHome = path === helpPath && !new URL(c.req.url).searchParams.has("q");
	if (!isHome && slug === null) return null;
	const { help, helpPageStore } = c.get("services");
	const current = await help.current();
	if (slug !== null && !current.bySlug.has(slug)) return null;
	return {
		file: helpPath,
		version: current.version,
		mark: "",
		isBuilt: isHome && current.version === firstHelp.version && mark === "",
		// The frame of the page says that it shows a draft.
		isPreview: isPreview(),
		store: helpPageStore,
		run: (render) => withHelp(current, render),
	};
}

interface Wanted {
	readonly path: string;
	readonly key: string;
	readonly store: PageStore;
	readonly render: () => Promise<string>;
	/** Whether the key still names the announcements of this moment. */
	readonly isCurrent: () => boolean;
}

/** From memory, else from the file store, else rendered now. */
async function storedPage(c: Context<HttpEnv>, { path, key, store, render, isCurrent }: Wanted): Promise<string> {
	const known = pages.get(path);
	if (known?.key === key) return known.html;
	const { waitUntil } = c.get("services");
	const stored = await store.read(key).catch(() => null);
	const html = stored ?? (await render());
	// An announcement began or ended during the rendering, so the page may not show those that its key names.
	if (!isCurrent()) return html;
	if (stored === null)
		waitUntil(store.write(key, html).catch((error) => logger.error("service_unavailable", { error })));
	pages.set(path, { key, html });
	return html;
}

/** The page with the headers of its file, such as its policy. Null: the browser's copy is current. */
function answer(file: Response, html: string | null, more: Readonly<Record<string, string>>): Response {
	const headers = new Headers(file.headers);
	headers.delete("Content-Length");
	headers.delete("ETag");
	for (const [name, value] of Object.entries(more)) headers.set(name, value);
	return new Response(html, { status: html === null ? 304 : 200, headers });
}
