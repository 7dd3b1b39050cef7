import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [index("routes/storefront/home.tsx")] satisfies RouteConfig;
