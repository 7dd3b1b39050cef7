const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", nbsp: " " };

/** Decodes the HTML entities that React writes. */
export const decodeEntities = (html: string): string =>
	html.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
