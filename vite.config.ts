import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
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
	 * Code shared by the islands and React's pages. With a file per module, a page without React made fourteen requests,
	 * which took longer than running the code. Modules with side effects on import must not be added.
	 */
	{
		name: "shared",
		test: /\/app\/(islands\/(account-hint|page-replaced|toast|start)|features\/cart\/(cart-store|shown-amount)|features\/catalog\/margin|lib\/(durations|format-count|import-script|live-form|money|unreachable)|static-paths)\.ts$|rolldown\/runtime|vite\/preload-helper/,
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
