import { activityText } from "~/features/activity/activity-text";
import { formatMoment, kenya } from "~/lib/dates";
import type { ActivityKind } from "~/lib/kinds";
import { type AuditParams, auditKinds } from "~/registry";
import type { AuditRow } from "./audit-log.server";

const kinds = auditKinds as Readonly<Record<string, ActivityKind>>;

/** What the entry says happened. The kind, if this release does not know it or its parameters. */
export function auditText({ kind, params }: Pick<AuditRow, "kind" | "params">): string {
	const known = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
	const parsed = known?.params.safeParse(params);
	if (!known || !parsed?.success) return kind;
	if (kind !== "customer.acted") return known.text(parsed.data, kenya);
	const { activity, details } = parsed.data as AuditParams<"customer.acted">;
	return `As the customer: ${activityText({ kind: activity, params: details, message: activity }, kenya)}`;
}

/** An entry for the list. */
export const auditView = (row: AuditRow) => ({
	id: row.id,
	at: formatMoment(row.at, kenya),
	person: row.staffName,
	text: auditText(row),
	reason: row.reason,
	subject: row.subjectId,
	subjectType: row.subjectType,
	customerId: row.customerId,
	place: row.place,
	requestId: row.requestId,
});

export type AuditView = ReturnType<typeof auditView>;

export const auditKindNames: readonly string[] = Object.keys(auditKinds).toSorted();

export const auditHead = [
	...["Time (UTC)", "Person", "Person id", "Kind", "What happened", "Reason"],
	...["Subject", "Subject id", "Customer", "Details", "Place", "Request"],
] as const;

/** The cells of a row of the CSV file. */
export const auditCells = (row: AuditRow): string[] => [
	new Date(row.at).toISOString(),
	row.staffName,
	row.staffId ?? "",
	row.kind,
	auditText(row),
	row.reason ?? "",
	row.subjectType,
	row.subjectId,
	row.customerId ?? "",
	JSON.stringify(row.params),
	row.place,
	row.requestId,
];
