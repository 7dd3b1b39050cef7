import { formatCount } from "~/lib/format-count";

/** The most domains that one form changes. */
export const mostSelected = 100;

/** What can be done with the domains that a customer selects in the list. */
export const selectedChanges = ["auto-renew-on", "auto-renew-off", "lock", "unlock", "renew", "nameservers"] as const;

export type SelectedChange = (typeof selectedChanges)[number];

export const changeNames: Readonly<Record<SelectedChange, string>> = {
	"auto-renew-on": "Turn auto-renew on",
	"auto-renew-off": "Turn auto-renew off",
	lock: "Lock",
	unlock: "Unlock",
	renew: "Renew",
	nameservers: "Change nameservers",
};

const sentences: Readonly<Record<SelectedChange, (domains: string) => readonly [before: string, after: string]>> = {
	"auto-renew-on": (domains) => [
		`This turns auto-renew on for ${domains}. We'll email you before each renewal.`,
		`Auto-renew is on for ${domains}.`,
	],
	"auto-renew-off": (domains) => [
		`This turns auto-renew off for ${domains}. Renew them yourself before they expire.`,
		`Auto-renew is off for ${domains}.`,
	],
	lock: (domains) => [
		`This locks ${domains}. A locked domain can't be transferred away.`,
		`The transfer lock is on for ${domains}.`,
	],
	unlock: (domains) => [
		`This unlocks ${domains}. Anyone with the authorization code of an unlocked domain can transfer it away.`,
		`The transfer lock is off for ${domains}.`,
	],
	renew: (domains) => [
		`This puts a renewal of one year into your cart for ${domains}. You see the prices there, and can change the years.`,
		`Your cart has renewals for ${domains}.`,
	],
	nameservers: (domains) => [
		`This sets new nameservers for ${domains}. Websites and email then follow the DNS records there.`,
		`New nameservers are set for ${domains}. The registries use them within minutes, the rest of the internet within 48 hours.`,
	],
};

/** What a change does to this many domains. */
export const beforeChange = (change: SelectedChange, count: number): string =>
	sentences[change](formatCount(count, "domain"))[0];

/** What a change did to this many domains. */
export const afterChange = (change: SelectedChange, count: number): string =>
	count === 0 ? "No domain was changed." : sentences[change](formatCount(count, "domain"))[1];

export const tooMany = `Choose at most ${mostSelected} domains at once.`;

/** What a customer selected in the list. */
export interface Selection {
	/** Null if none was chosen. */
	readonly change: SelectedChange | null;
	readonly ids: readonly string[];
	/** Whether every domain of the filtered list is selected. */
	readonly all: boolean;
}

export function readSelection(params: URLSearchParams): Selection {
	const change = selectedChanges.find((one) => one === params.get("change")) ?? null;
	return { change, ids: idsIn(params), all: params.get("all") === "on" };
}

/** The ids of the selected domains in a form or an address, each once. */
export const idsIn = (fields: { getAll(name: string): unknown[] }): string[] => [
	...new Set(fields.getAll("domain").filter((id) => typeof id === "string")),
];
