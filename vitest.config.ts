import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { iconNames } from "./app/components/ui/icon-names.ts";
import { iconSprite } from "./scripts/vite/icon-sprite.ts";
import { mostUsedPasswords } from "./scripts/vite/most-used-passwords.ts";
import { pdfFonts } from "./scripts/vite/pdf-fonts.ts";

const resolve = { tsconfigPaths: true };

export default defineConfig({
	test: {
		projects: [
			{
				resolve,
				plugins: [mostUsedPasswords(), iconSprite(iconNames)],
				test: {
					name: "unit",
					// The tests share no state, so one process can run all files.
					isolate: false,
					// A few compare thousands of names, and browser tests may run in parallel.
					testTimeout: 30_000,
					include: ["tests/unit/**/*.test.ts"],
					setupFiles: ["tests/support/catalog.ts", "tests/support/fail-on-console.ts"],
				},
			},
			{
				resolve,
				plugins: [
					pdfFonts(),
					mostUsedPasswords(),
					iconSprite(iconNames),
					cloudflareTest(async () => ({
						wrangler: { configPath: "./wrangler.toml" },
						miniflare: {
							// A second database for customers: tests/worker/shards.test.ts.
							d1Databases: { DB_2: "kikoa-2" },
							durableObjects: { LOCAL_D1: { className: "LocalD1", useSQLite: true } },
							bindings: {
								ENVIRONMENT: "test",
								LOGS: "json",
								APP_ORIGIN: "https://kikoa.test",
								// Tests of signing bring a signer.
								FISCAL: "off",
								PASSWORD_PEPPER: "pepper-for-tests-0000000000000000000000",
								TOKEN_SECRET: "token-secret-for-tests-00000000000000000",
								TEST_MIGRATIONS: await readD1Migrations("./migrations"),
							},
						},
						main: "./tests/support/worker.ts",
					})),
				],
				test: {
					name: "worker",
					// All files share one Worker, because one per file takes three times as long (tests/support/migrate.ts).
					isolate: false,
					// Twenty parallel sign-ins compute twenty password hashes.
					testTimeout: 30_000,
					include: ["tests/worker/**/*.test.ts"],
					globalSetup: ["tests/support/start-powerdns.ts"],
					setupFiles: [
						"tests/support/catalog.ts",
						"tests/support/migrate.ts",
						"tests/support/fail-on-console.ts",
						"tests/support/check-statements.ts",
					],
				},
			},
		],
	},
});
