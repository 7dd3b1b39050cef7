import { formatCount } from "~/lib/format-count";
import type { BulkRowState, BulkSubject, ServiceChange } from "./bulk-action";

export const subjectNames: Readonly<Record<BulkSubject, string>> = { domain: "domain", plan: "plan" };

export const changeNames: Readonly<Record<ServiceChange, string>> = {
	compare: "Compare with the registrar",
	lock: "Lock",
	unlock: "Unlock",
	"auto-renew-on": "Turn auto-renew on",
	"auto-renew-off": "Turn auto-renew off",
	suspend: "Suspend",
	unsuspend: "End the suspension",
	end: "End",
};

/** What a change means for the customers. */
export const consequences: Readonly<Record<ServiceChange, string>> = {
	compare: "We take over the registrars' expiry dates and nameservers, and send them our other settings again.",
	lock: "Locked domains can't be transferred to another registrar.",
	unlock: "Anyone with the authorization code of an unlocked domain can transfer it away.",
	"auto-renew-on": "Their renewals are invoiced before they expire.",
	"auto-renew-off": "They expire if their customers do not renew them. Open renewals leave their invoices.",
	suspend: "Their websites and mailboxes stop working within minutes. Their content is kept.",
	unsuspend: "They work again within minutes.",
	end: "They end today without a refund. Their content is kept for a time and then deleted.",
};

/** Changes that take something away from the customers. Their button warns, and they need a reason. */
export const reasonedChanges: readonly ServiceChange[] = ["unlock", "auto-renew-off", "suspend", "unsuspend", "end"];
export const dangerousChanges: readonly ServiceChange[] = ["unlock", "auto-renew-off", "suspend", "end"];

const done: Readonly<Record<ServiceChange, string>> = {
	compare: "compared",
	lock: "locked",
	unlock: "unlocked",
	"auto-renew-on": "with auto-renew on",
	"auto-renew-off": "with auto-renew off",
	suspend: "suspended",
	unsuspend: "working again",
	end: "ended",
};

/** Changes about which each customer gets an email. */
const emailed: readonly ServiceChange[] = ["unlock", "suspend", "unsuspend", "end"];

const changed = (change: ServiceChange, count: number): string[] => {
	const shown = count.toLocaleString("en");
	const emails = emailed.includes(change) ? [`${shown} ${count === 1 ? "email" : "emails"}`] : [];
	return [`${shown} ${done[change]}`, ...emails];
};

/** What a change will do: "3 suspended, 3 emails, 1 unchanged". */
export const effectOf = (
	change: ServiceChange,
	{ changes, unchanged }: { changes: number; unchanged: number },
): string =>
	[...changed(change, changes), ...(unchanged > 0 ? [`${unchanged.toLocaleString("en")} unchanged`] : [])].join(", ");

export const rowStateNames: Readonly<Record<BulkRowState, string>> = {
	waiting: "Waiting",
	done: "Done",
	refused: "Refused",
	failed: "Failed",
};

export type BulkCounts = Readonly<Record<BulkRowState, number>>;

/** What a bulk action has done so far: "2 suspended, 2 emails, 1 waiting, 1 refused". */
export const resultOf = (change: ServiceChange, counts: BulkCounts): string =>
	[
		...changed(change, counts.done),
		...(["waiting", "refused", "failed"] as const).flatMap((state) =>
			counts[state] > 0 ? [`${counts[state].toLocaleString("en")} ${state}`] : [],
		),
	].join(", ");

/** "Suspend 3 plans". */
export const bulkTitle = (change: ServiceChange, subject: BulkSubject, count: number): string =>
	`${changeNames[change]}: ${formatCount(count, subjectNames[subject])}`;
