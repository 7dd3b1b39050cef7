import type { Permission } from "~/features/staff/permissions";

/** What can be done with the domains that staff select in the list. */
export const domainChanges = ["compare", "lock", "unlock", "auto-renew-on", "auto-renew-off"] as const;
export type DomainChange = (typeof domainChanges)[number];

export const domainChangeNames: Readonly<Record<DomainChange, string>> = {
	compare: "Compare with the registrar",
	lock: "Lock",
	unlock: "Unlock",
	"auto-renew-on": "Turn auto-renew on",
	"auto-renew-off": "Turn auto-renew off",
};

/** Those that take something away from the customers. */
export const reasonedDomainChanges: readonly DomainChange[] = ["unlock", "auto-renew-off"];

/** What can be done with the plans that staff select in the list. */
export const planChanges = ["suspend", "unsuspend", "end"] as const;
export type PlanChange = (typeof planChanges)[number];

export const planChangePermissions = {
	suspend: "services.change",
	unsuspend: "services.change",
	end: "services.terminate",
} as const satisfies Readonly<Record<PlanChange, Permission>>;

export const planChangeNames: Readonly<Record<PlanChange, string>> = {
	suspend: "Suspend",
	unsuspend: "End the suspension",
	end: "End",
};

/** What a change means for the customers. */
export const consequences: Readonly<Record<DomainChange | PlanChange, string>> = {
	compare: "We take over the registrars' expiry dates and nameservers, and send them our other settings again.",
	lock: "Locked domains can't be transferred to another registrar.",
	unlock: "Anyone with the authorization code of an unlocked domain can transfer it away.",
	"auto-renew-on": "Their renewals are invoiced before they expire.",
	"auto-renew-off": "They expire if their customers do not renew them. Open renewals leave their invoices.",
	suspend: "Their websites and mailboxes stop working within minutes. Their content is kept.",
	unsuspend: "They work again within minutes.",
	end: "They end today without a refund. Their content is kept for a time and then deleted.",
};

/** A row that staff selected, and its version when they saw it. */
export interface SelectedRow {
	readonly id: string;
	readonly version: number;
}

/** A selected row, for the preview and for the result. */
export interface SelectedService extends SelectedRow {
	readonly name: string;
	readonly customer: string;
	/** Why the change leaves it as it is. Null if it changes it, or has changed it. */
	readonly refusal: string | null;
}

/** The fields `row` of the form: "dom_1:1764000000000". Leaves out what is malformed. */
export const selectedRows = (form: { getAll(name: string): unknown[] }): SelectedRow[] =>
	form.getAll("row").flatMap((value) => {
		const [, id, version] = /^(\w{1,64}):(\d{1,16})$/.exec(String(value)) ?? [];
		return id && version ? [{ id, version: Number(version) }] : [];
	});

export const rowValue = ({ id, version }: SelectedRow): string => `${id}:${version}`;

const done: Readonly<Record<DomainChange | PlanChange, string>> = {
	compare: "compared",
	lock: "locked",
	unlock: "unlocked",
	"auto-renew-on": "renewed automatically",
	"auto-renew-off": "not renewed automatically",
	suspend: "suspended",
	unsuspend: "working again",
	end: "ended",
};

/** Changes about which each customer gets an email. */
const emailed: readonly string[] = ["unlock", "suspend", "unsuspend", "end"] satisfies (DomainChange | PlanChange)[];

/** What a change does: "3 suspended, 3 emails, 1 unchanged". */
export function effectOf(change: DomainChange | PlanChange, rows: readonly Pick<SelectedService, "refusal">[]): string {
	const changed = rows.filter(({ refusal }) => refusal === null).length;
	const others = rows.length - changed;
	const parts = [`${changed} ${done[change]}`];
	if (emailed.includes(change)) parts.push(`${changed} ${changed === 1 ? "email" : "emails"}`);
	if (others > 0) parts.push(`${others} unchanged`);
	return parts.join(", ");
}

/** The ids of the selected rows in an address, each once, and whether every row of the filtered list is selected. */
export const readSelectedIds = (
	params: URLSearchParams,
): { readonly ids: readonly string[]; readonly all: boolean } => ({
	ids: [...new Set(params.getAll("row"))],
	all: params.get("all") === "on",
});
