const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", nbsp: " " };

/** Text as a reader sees it, of what React wrote into HTML. */
export const decodeEntities = (html: string): string =>
	html.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
