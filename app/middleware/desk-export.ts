import type { RouterContextProvider } from "react-router";
import type { z } from "zod";
import { servicesContext, staffContext } from "~/context";
import { audit } from "~/db/change.server";
import type { DeskHandle } from "~/features/staff/desk-handle";
import type { Permission } from "~/features/staff/permissions";
import type { StaffSession } from "~/features/staff/staff";
import { csvStream } from "~/lib/csv";
import { download } from "~/lib/download";
import { invalidText, readFilters } from "~/lib/filters";
import type { Page } from "~/lib/page";
import { notFound } from "~/lib/responses";
import type { Services } from "~/services.server";
import { staffOf } from "./as-staff";

interface ExportedList<Schema extends z.ZodType, Row> {
	/** Of the file and in the audit log: "invoices". */
	readonly name: string;
	/** The filters of its address. */
	readonly filters: Schema;
	readonly head: readonly string[];
	/** `now` in ms. */
	readonly cells: (row: Row, now: number) => readonly (string | number)[];
	/** Reads a page of `size` rows with the permissions of its list. The query has the cursor. */
	readonly page: (
		services: Services,
		session: StaffSession,
		query: z.output<Schema> & { readonly after: string | undefined },
		size: number,
	) => Promise<Page<Row>>;
}

interface Visit {
	readonly context: Readonly<RouterContextProvider>;
	readonly url: URL;
}

/** Rows that are read at once. D1 answers with at most a few megabytes. */
const rowsPerPage = 1_000;

/** More make a file that spreadsheets open slowly, and a request that takes too long. */
const mostRows = 50_000;

/**
 * The loader of a route that downloads a list with its filters as CSV, page by page. The export is recorded. The route needs
 * a permission to export, and the list's own queries check theirs. A 400 if a filter is invalid.
 */
export function exportedList<
	Schema extends z.ZodType<{ readonly after?: string | undefined }>,
	Row extends { readonly id: string },
>(
	handle: DeskHandle & { readonly desk: { readonly view: `${string}.export` & Permission } },
	{ name, filters: schema, head, cells, page }: ExportedList<Schema, Row>,
) {
	return async ({ context, url }: Visit): Promise<Response> => {
		await staffOf(context, handle);
		const { query, invalid } = readFilters(schema, url);
		if (invalid) return new Response(invalidText(invalid), { status: 400 });
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
			// Someone who is found by several of their data may be on several pages.
			const seen = new Set<string>();
			for (let read = 0; read < mostRows; read += rowsPerPage) {
				const { items, next } = await page(services, staff, { ...query, after }, rowsPerPage);
				yield items.filter(({ id }) => !seen.has(id)).map((row) => cells(row, services.clock()));
				for (const { id } of items) seen.add(id);
				if (next === null) return;
				after = next;
			}
			yield [[`There are more than ${mostRows} rows. Choose filters that find fewer.`]];
		}
		return download(csvStream(head, rows(session)), { name: `${name}.csv`, type: "text/csv; charset=utf-8" });
	};
}
