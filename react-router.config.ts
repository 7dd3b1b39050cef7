import type { Config } from "@react-router/dev/config";
import { staticPaths } from "./app/static-paths";
import { writeStaticHeaders } from "./scripts/static-headers";

export default {
	ssr: true,
	prerender: [...staticPaths],
	// The whole manifest is small, and this saves a request before a navigation and an endpoint to protect.
	routeDiscovery: { mode: "initial" },
	// Middleware never runs for prerendered pages, so the assets layer sends their headers.
	buildEnd: async () => {
		const [{ writeShareCards }, { writeIcons }] = await Promise.all([
			import("./scripts/share/cards"),
			import("./scripts/share/icons"),
		]);
		await Promise.all([writeStaticHeaders(), writeShareCards(), writeIcons()]);
	},
} satisfies Config;
