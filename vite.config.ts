import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { Features } from "lightningcss";
import { defineConfig, type Rolldown } from "vite";
import { iconNames } from "./app/components/ui/icon-names.ts";
import { brandIcons } from "./scripts/vite/brand-icons.ts";
import { browserTargets, scriptTargets } from "./scripts/vite/browser-targets.ts";
import { iconSprite } from "./scripts/vite/icon-sprite.ts";
import { importersOf } from "./scripts/vite/imports.ts";
import { islandsEntry } from "./scripts/vite/islands-entry.ts";
import { mostUsedPasswords } from "./scripts/vite/most-used-passwords.ts";
import { oldBrowsers } from "./scripts/vite/old-browsers.ts";
import { oneDrizzle } from "./scripts/vite/one-drizzle.ts";
import { pdfFonts } from "./scripts/vite/pdf-fonts.ts";

const chunks = [
	/** Packages that change only with their versions. One file compresses better than three and stays in the browser's cache. */
	{ name: "framework", test: /\/node_modules\/(react|react-dom|react-router|scheduler)\// },
	/**
	 * What all pages of the portal load (`portal`), and what several of them show, such as rows of a list (`portal-parts`).
	 * With a file per module, a list made fifty requests.
	 */
	{ name: portalChunk, debugName: "portal" },
];

export default defineConfig({
	plugins: [
		cloudflare({ viteEnvironment: { name: "ssr" }, config: atDevOrigin }),
		tailwindcss(),
		reactRouter(),
		brandIcons(),
		iconSprite(iconNames),
		islandsEntry("app/islands/site.ts"),
		oneDrizzle(),
		pdfFonts(),
		mostUsedPasswords(),
	],
	resolve: { tsconfigPaths: true },
	css: {
		postcss: { plugins: [oldBrowsers] },
		// The site sets `color-scheme` without using `light-dark()`, for which Lightning CSS would add properties.
		lightningcss: { exclude: Features.LightDark },
	},
	build: { cssTarget: browserTargets() },
	environments: {
		client: {
			build: {
				target: scriptTargets(),
				rolldownOptions: {
					output: { codeSplitting: { groups: chunks } },
				},
			},
		},
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

const portalRoots = /\/app\/(root|routes\/portal\/layout)\.tsx$/;
const portalPages = /\/app\/routes\/portal\/.*\.tsx$/;

/** A module of at least so many pages of the portal is in their common file. */
const sharedByPages = 3;

/** Not in the common file, although several pages have them: most customers never upload a file or write to us. */
const rarelyUsed = /\/app\/features\/(?:files|tickets)\//;

/** The chunk of a module of the portal. Null if it is in the file of its page. */
function portalChunk(id: string, context: ChunkingContext): string | null {
	if (!/\/app\/(?!routes\/).*\.tsx?(\?|$)/.test(id)) return null;
	const importers = [...importersOf(id, context)];
	if (importers.some((importer) => portalRoots.test(importer))) return "portal";
	if (rarelyUsed.test(id)) return null;
	return importers.filter((importer) => portalPages.test(importer)).length >= sharedByPages ? "portal-parts" : null;
}
