import type { Register } from "react-router";

/** The address of a page, as routes.ts has it. For modules that come without the router; others use its `href()`. */
export type PagePath = Exclude<keyof Register["pages"], `${string}/:${string}` | `${string}*`>;
