import { index, layout, type RouteConfig } from "@react-router/dev/routes";

export default [
	layout("routes/storefront/layout.tsx", [
		// Static zone: also listed in static-paths.ts.
		index("routes/storefront/home.tsx"),
	]),
] satisfies RouteConfig;
