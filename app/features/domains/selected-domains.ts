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
