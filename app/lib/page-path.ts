import type { Register } from "react-router";

/** Address of a page without parameters. For scripts that don't load the router. Elsewhere use its `href()`. */
export type PagePath = Exclude<keyof Register["pages"], `${string}/:${string}` | `${string}*`>;
