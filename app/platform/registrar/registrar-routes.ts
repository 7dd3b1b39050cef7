/** Every registrar that the configuration can name. */
export const registrarIds = ["sandbox", "manual", "openprovider", "resellerclub", "epp"] as const;

export type RegistrarId = (typeof registrarIds)[number];

/** The extensions of one registrar, without the first dot. `*`: all. None: it only manages the names it holds. */
export interface RegistrarRoute {
	readonly id: RegistrarId;
	readonly tlds: readonly string[];
}

const isRegistrarId = (text: string): text is RegistrarId => (registrarIds as readonly string[]).includes(text);

/**
 * Reads `manual=com,co.ke sandbox=*`: the registrars with the extensions whose new names each takes, separated by spaces.
 * Null if it is malformed.
 */
export function parseRegistrarRoutes(text: string): readonly RegistrarRoute[] | null {
	const routes: RegistrarRoute[] = [];
	for (const entry of text.trim().split(/\s+/)) {
		const [, id = "", list = ""] = /^([a-z]+)=([a-z0-9.,*-]*)$/.exec(entry) ?? [];
		const tlds = list === "" ? [] : list.split(",");
		const isValid = tlds.every((tld) => tld === "*" || /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(tld));
		if (!isRegistrarId(id) || !isValid || routes.some((route) => route.id === id)) return null;
		routes.push({ id, tlds });
	}
	return routes;
}

/** The registrars for new names of an extension, in order of preference: those that list it, then those for all. */
export const registrarsFor = (tld: string, routes: readonly RegistrarRoute[]): RegistrarId[] => [
	...routes.filter(({ tlds }) => tlds.includes(tld)).map(({ id }) => id),
	...routes.filter(({ tlds }) => tlds.includes("*") && !tlds.includes(tld)).map(({ id }) => id),
];
