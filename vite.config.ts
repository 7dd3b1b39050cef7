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

/** One file for what changes only with its versions: it compresses better than three and stays in the browser's cache. */
const chunks = [{ name: "framework", test: /\/node_modules\/(react|react-dom|react-router|scheduler)\// }];

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
	environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } } },
});

/** `npm run dev` on another port than wrangler.toml's. */
function atDevOrigin(config: { vars?: Record<string, unknown> }): void {
	const origin = process.env.DEV_ORIGIN;
	if (origin) config.vars = { ...config.vars, APP_ORIGIN: origin };
}
