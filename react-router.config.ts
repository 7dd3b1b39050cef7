import type { Config } from "@react-router/dev/config";
import { staticPaths } from "./app/static-paths";
import { writeStaticHeaders } from "./scripts/static-headers";

export default {
	ssr: true,
	prerender: [...staticPaths],
	// The portal fetches the manifest of the pages that it links to once it is idle. The whole manifest is larger than all of
	// the overview's own code.
	routeDiscovery: { mode: "lazy" },
	// Middleware never runs for prerendered pages, so the assets layer sends their headers.
	buildEnd: async () => {
		const [{ writeShareCards }, { writeIcons }] = await Promise.all([
			import("./scripts/share/cards"),
			import("./scripts/share/icons"),
		]);
		await Promise.all([writeStaticHeaders(), writeShareCards(), writeIcons()]);
	},
} satisfies Config;
