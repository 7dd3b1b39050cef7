import type { RouterContextProvider } from "react-router";
import { servicesContext, staffContext } from "~/context";
import { audit } from "~/db/change.server";
import type { DeskHandle } from "~/features/staff/desk-handle";
import type { Permission } from "~/features/staff/permissions";
import type { StaffSession } from "~/features/staff/staff";
import { csvStream } from "~/lib/csv";
import { download } from "~/lib/download";
import type { Page } from "~/lib/page";
import { notFound } from "~/lib/responses";
import type { Services } from "~/services.server";
import { staffOf } from "./as-staff";

interface ExportedList<Row> {
	/** Of the file and in the audit log: "invoices". */
	readonly name: string;
	/** The address with its filters. */
	readonly url: URL;
	readonly head: readonly string[];
	readonly cells: (row: Row) => readonly (string | number)[];
	/** Reads a page of `size` rows after a cursor, with the permissions of its list. */
	readonly page: (
		services: Services,
		session: StaffSession,
		after: string | undefined,
		size: number,
	) => Promise<Page<Row>>;
}

/** Rows that are read at once. D1 answers with at most a few megabytes. */
const rowsPerPage = 1_000;

/** More make a file that spreadsheets open slowly, and a request that takes too long. */
const mostRows = 50_000;

/**
 * Downloads a list with its filters as CSV, page by page. The export is recorded. The route needs a permission to export,
 * and the list's own queries check theirs.
 */
export async function exportList<Row>(
	context: Readonly<RouterContextProvider>,
	handle: DeskHandle & { readonly desk: { readonly view: `${string}.export` & Permission } },
	{ name, url, head, cells, page }: ExportedList<Row>,
): Promise<Response> {
	await staffOf(context, handle);
	const { session } = context.get(staffContext);
	if (session === null) notFound();
	const services = context.get(servicesContext);
	const filters = new URLSearchParams(url.search);
	filters.delete("after");
	const recorded = audit(session, handle.desk.view, {
		kind: "list.exported",
		subject: { type: "list", id: name },
		params: { list: name, filters: filters.toString().slice(0, 500) },
	});
	if ((await services.db.commit(recorded, services.clock())).state !== "ok") notFound();

	async function* rows(staff: StaffSession) {
		let after: string | undefined;
		for (let read = 0; read < mostRows; read += rowsPerPage) {
			const { items, next } = await page(services, staff, after, rowsPerPage);
			yield items.map(cells);
			if (next === null) return;
			after = next;
		}
		yield [[`There are more than ${mostRows} rows. Choose filters that find fewer.`]];
	}
	return download(csvStream(head, rows(session)), { name: `${name}.csv`, type: "text/csv; charset=utf-8" });
}
