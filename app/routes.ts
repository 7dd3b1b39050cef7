import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
	layout("routes/storefront/layout.tsx", [
		// Static zone: also listed in static-paths.ts.
		index("routes/storefront/home.tsx"),

		// App zone.
		route("status", "routes/storefront/status.tsx"),
		route("cart", "routes/cart/cart.tsx"),
	]),
] satisfies RouteConfig;
