import { href } from "react-router";
import { formatDay, formatMoment, kenya } from "~/lib/dates";
import { type BulkSubject, changePermissions } from "./bulk-action";
import type { BulkRowsQuery } from "./bulk-actions.schema";
import type { BulkActions } from "./bulk-actions.server";
import { bulkTitle, resultOf } from "./bulk-texts";

type Listed = Awaited<ReturnType<BulkActions["list"]>>["items"][number];
type Found = NonNullable<Awaited<ReturnType<BulkActions["find"]>>>;

function stateOf({ waiting, refused, failed }: Listed): "done" | "failed" | "partly" | "running" {
	if (waiting > 0) return "running";
	if (failed > 0) return "failed";
	return refused > 0 ? "partly" : "done";
}

export function listedBulkAction(action: Listed) {
	const { id, subject, change, staffName, createdAt, waiting, done, refused, failed } = action;
	const total = waiting + done + refused + failed;
	return {
		id,
		title: bulkTitle(change, subject, total),
		by: staffName,
		at: formatMoment(createdAt, kenya),
		result: `${resultOf(change, action)}.`,
		state: stateOf(action),
		total,
	};
}

export type ListedBulkAction = ReturnType<typeof listedBulkAction>;

const pageOf = (subject: BulkSubject, id: string): string =>
	subject === "domain"
		? href("/desk/domains/:domainId", { domainId: id })
		: href("/desk/hosting/:planId", { planId: id });

const previewPage = (subject: BulkSubject): string =>
	subject === "domain" ? href("/desk/domains/selected") : href("/desk/hosting/selected");

/** A bulk action with a page of its rows. */
export function bulkView({ action, page, retries }: Found, { state }: BulkRowsQuery) {
	const { id, subject, change, input, retryOf, waiting, refused, failed } = action;
	const listed = listedBulkAction(action);
	const again = new URLSearchParams({ change, again: id });
	return {
		...listed,
		counts: { waiting, done: action.done, refused, failed },
		reason: input.reason ?? null,
		until: input.until == null ? null : formatDay(input.until, kenya),
		retryOf,
		retries: retries.map(({ id, staffName, createdAt }) => ({
			id,
			text: `${staffName}, ${formatMoment(createdAt, kenya)}`,
		})),
		permission: changePermissions[change],
		/** The preview of a new action with the rows that did not change. */
		again: refused + failed > 0 ? `${previewPage(subject)}?${again}` : null,
		filter: state ?? null,
		rows: page.items.map((row) => ({
			id: String(row.position),
			name: row.name,
			to: pageOf(subject, row.subjectId),
			customerId: row.customerId,
			customer: `${row.firstName ?? ""} ${row.lastName ?? ""}`.trim() || (row.email ?? "–"),
			state: row.state,
			message: row.message,
		})),
		next: page.next,
	};
}

export type BulkView = ReturnType<typeof bulkView>;
