import compat from "@mdn/browser-compat-data" with { type: "json" };
import browserslist from "browserslist";

export { compat };

/** Names in MDN's data. Browserslist knows only the newest Chrome and WebView of Android, which have Chrome's versions. */
const namesOf = {
	chrome: ["chrome", "chrome_android", "webview_android"],
	edge: ["edge"],
	firefox: ["firefox"],
	ios_saf: ["safari_ios"],
	safari: ["safari"],
	samsung: ["samsunginternet_android"],
};

/** The oldest supported version of each browser, such as `[14, 0]`. */
const oldest = new Map();
for (const browser of browserslist()) {
	const [id, versions] = browser.split(" ");
	const version = versions.split("-")[0].split(".").map(Number);
	for (const name of namesOf[id] ?? []) {
		if (!oldest.has(name) || isOlder(version, oldest.get(name))) oldest.set(name, version);
	}
}

function isOlder([major, minor = 0], [otherMajor, otherMinor = 0]) {
	return major < otherMajor || (major === otherMajor && minor < otherMinor);
}

/**
 * The supported browsers that lack a feature, with the first version that has it.
 * @param feature an entry of MDN's data
 */
export function browsersWithout(feature) {
	const lacking = [];
	for (const [name, version] of oldest) {
		const statements = [feature.__compat.support[name] ?? []].flat();
		const has = statements.some(
			({ version_added: added, flags, prefix, alternative_name: other }) =>
				added && added !== "preview" && !flags && !prefix && !other && !isOlder(version, versionOf(added)),
		);
		if (statements.length > 0 && !has) lacking.push(`${name} ${statements[0].version_added || "never"}`);
	}
	return lacking;
}

/** "≤79" counts as 79. */
const versionOf = (text) => text.replace("≤", "").split(".").map(Number);
