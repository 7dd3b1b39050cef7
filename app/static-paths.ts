/** Pages of the static zone: rendered at build time, served as assets, without React in the browser. */
export const staticPaths = ["/"] as const;
