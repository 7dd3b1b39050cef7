import type { Config } from "@react-router/dev/config";
import { staticPaths } from "./app/static-paths";
import { writeStaticHeaders } from "./scripts/static-headers";

export default {
	ssr: true,
	prerender: [...staticPaths],
	// The whole manifest is small: no discovery endpoint to defend, no extra request before a navigation.
	routeDiscovery: { mode: "initial" },
	// Middleware never runs for a prerendered page: its headers are the assets layer's business.
	buildEnd: async () => {
		const [{ writeShareCards }, { writeIcons }] = await Promise.all([
			import("./scripts/share/cards"),
			import("./scripts/share/icons"),
		]);
		await Promise.all([writeStaticHeaders(), writeShareCards(), writeIcons()]);
	},
} satisfies Config;
