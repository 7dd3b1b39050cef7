import type { Config } from "@react-router/dev/config";
import { staticPaths } from "./app/static-paths";

export default {
	ssr: true,
	prerender: [...staticPaths],
	// The whole manifest is small: no discovery endpoint to defend, no extra request before a navigation.
	routeDiscovery: { mode: "initial" },
} satisfies Config;
