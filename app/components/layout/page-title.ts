import { brand } from "~/brand";

/** The document's title: `Status · Kikoa`. */
export const pageTitle = (page: string): string => `${page} · ${brand.name}`;
