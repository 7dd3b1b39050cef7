import { defineConfig, devices } from "@playwright/test";
import { chromiumArgs } from "./scripts/chromium.mjs";

/** Tests tagged `@no-script` run with script off, those tagged `@both` with and without script, all others with script. */
export default defineConfig({
	testDir: "tests/e2e",
	testMatch: "**/*.e2e.ts",
	outputDir: ".cache/test-results",
	globalSetup: "./tests/support/shop-state.ts",
	fullyParallel: true,
	workers: 2,
	forbidOnly: Boolean(process.env.CI),
	// A shared machine may be slow for a moment. A test that fails three times is broken.
	retries: process.env.CI ? 2 : 0,
	timeout: 60_000,
	expect: { timeout: 10_000 },
	reporter: [["list"], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [["json"] as const] : [])],
	use: {
		...devices["Desktop Chrome"],
		launchOptions: { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: chromiumArgs },
		locale: "en-KE",
		timezoneId: "Africa/Nairobi",
		screenshot: "only-on-failure",
	},
	projects: [
		{ name: "chromium", grepInvert: /@no-script/ },
		{ name: "no-script", grep: /@no-script|@both/, use: { javaScriptEnabled: false } },
	],
});
