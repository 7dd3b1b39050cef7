import browserslist from "browserslist";

/** Names in Vite's `build.target`. Samsung Internet and Android's WebView have Chrome's engine. */
const viteNames: Readonly<Record<string, string>> = {
	chrome: "chrome",
	edge: "edge",
	firefox: "firefox",
	safari: "safari",
	ios_saf: "ios",
};

/** The oldest supported versions, from `browserslist` in package.json, such as `chrome87`. */
export function browserTargets(): string[] {
	const oldest = new Map<string, number>();
	for (const browser of browserslist()) {
		const [id = "", versions = ""] = browser.split(" ");
		const name = viteNames[id];
		// A range such as 14.0-14.4.
		const version = Number.parseFloat(versions);
		if (name && version < (oldest.get(name) ?? Number.POSITIVE_INFINITY)) oldest.set(name, version);
	}
	return [...oldest].map(([name, version]) => `${name}${version}`);
}

/**
 * For script. Without Chrome and Edge, for which the compiler would replace optional chaining: before version 91 they have a
 * bug (v8:11558) in calls with an argument after a spread, which scripts/browser-support refuses. Safari 14 lacks more.
 */
export const scriptTargets = (): string[] => browserTargets().filter((target) => !/^(?:chrome|edge)/.test(target));
