import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Rolldown } from "vite";
import { iconNames } from "./app/components/ui/icon-names.ts";
import { brandIcons } from "./scripts/vite/brand-icons.ts";
import { iconSprite } from "./scripts/vite/icon-sprite.ts";
import { islandsEntry } from "./scripts/vite/islands-entry.ts";
import { mostUsedPasswords } from "./scripts/vite/most-used-passwords.ts";
import { pdfFonts } from "./scripts/vite/pdf-fonts.ts";

const chunks = [
	/** Packages that change only with their versions. One file compresses better than three and stays in the browser's cache. */
	{ name: "framework", test: /\/node_modules\/(react|react-dom|react-router|scheduler)\// },
	/**
	 * What every page without React needs. With a file per module, such a page made fourteen requests, which took longer
	 * than running the code. Modules with side effects on import must not be added, because React's pages load it too.
	 */
	{
		name: "shared",
		test: /\/app\/(brand|islands\/(account-hint|cart-view|page-replaced|toast|start)|features\/cart\/(browser-cart|cart-[a-z]+|item-name|quantity|shown-amount)|features\/catalog\/(margin|price-mark)|lib\/(durations|format-count|import-script|live-form|money|unreachable)|static-paths)\.ts$|rolldown\/runtime|vite\/preload-helper/,
	},
	/** Prices and names of domains, for the search with and without React. */
	{
		name: "names",
		test: /\/app\/(features\/(catalog|domains)\/(domain-input|domain-prices|portal-extensions|prices)|lib\/result)\.ts$/,
	},
	/** What root.tsx and the portal's layout import, which is loaded by every page of the portal. */
	{
		name: (id: string, context: ChunkingContext) =>
			/\/app\/(?!islands\/).*\.tsx?(\?|$)/.test(id) && isInPortal(id, context) ? "portal" : null,
		debugName: "portal",
	},
	/** What several pages of the portal show, such as rows of a list. With a file per module, a list made fifty requests. */
	{
		name: (id: string, context: ChunkingContext) =>
			/\/app\/(?!islands\/|routes\/).*\.tsx?(\?|$)/.test(id) && portalPagesOf(id, context).size >= sharedByPages
				? "portal-parts"
				: null,
		debugName: "portal-parts",
	},
];

export default defineConfig({
	plugins: [
		cloudflare({ viteEnvironment: { name: "ssr" }, config: atDevOrigin }),
		tailwindcss(),
		reactRouter(),
		brandIcons(),
		iconSprite(iconNames),
		islandsEntry("app/islands/site.ts"),
		pdfFonts(),
		mostUsedPasswords(),
	],
	resolve: { tsconfigPaths: true },
	environments: {
		client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
		// CommonJS modules that `npm run dev` does not find in time by itself.
		ssr: { optimizeDeps: { include: ["punycode/punycode.js", "react-dom/server.node"] } },
	},
});

/** Replaces APP_ORIGIN if `npm run dev` uses another port than wrangler.toml. */
function atDevOrigin(config: { vars?: Record<string, unknown> }): void {
	const origin = process.env.DEV_ORIGIN;
	if (origin) config.vars = { ...config.vars, APP_ORIGIN: origin };
}

type ChunkingContext = Parameters<Exclude<Rolldown.CodeSplittingNameFunction, undefined>>[1];

const portalRoots = /\/app\/(root|routes\/portal\/layout)\.tsx/;

/** Whether the roots of the portal import this module, directly or through others. */
function isInPortal(id: string, context: ChunkingContext, seen = new Set<string>()): boolean {
	if (portalRoots.test(id)) return seen.size > 0;
	if (seen.has(id)) return false;
	seen.add(id);
	return context.getModuleInfo(id)?.importers.some((importer) => isInPortal(importer, context, seen)) ?? false;
}

/** A module of at least so many pages of the portal is in their common file. */
const sharedByPages = 3;

/** The pages of the portal that import this module, directly or through others. */
function portalPagesOf(id: string, context: ChunkingContext, seen = new Set<string>()): Set<string> {
	const pages = new Set<string>();
	if (seen.has(id)) return pages;
	seen.add(id);
	for (const importer of context.getModuleInfo(id)?.importers ?? []) {
		if (/\/app\/routes\/portal\//.test(importer)) pages.add(importer);
		else for (const page of portalPagesOf(importer, context, seen)) pages.add(page);
	}
	return pages;
}
