import { customerSearchSchema } from "~/features/customers/customers.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { paramsOf } from "~/lib/address";
import { csvDay } from "~/lib/csv-cells";
import { exportList } from "~/middleware/desk-export";
import type { Route } from "./+types/customers-csv";

export const handle = { desk: { view: "customers.export" } } as const satisfies DeskHandle;

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = customerSearchSchema.parse(paramsOf(url));
	// Someone who is found by several of their data may be on several pages.
	const seen = new Set<string>();
	return exportList(context, handle, {
		name: "customers",
		url,
		async page({ customers }, session, after, size) {
			const { items, next } = await customers.search(session, { ...query, after }, size);
			const fresh = items.filter(({ id }) => !seen.has(id));
			for (const { id } of fresh) seen.add(id);
			return { items: fresh, next };
		},
		head: ["Customer", "Company", "Email", "Phone", "Customer id", "Services", "Status", "Since"],
		cells: (row) => [
			...[`${row.firstName} ${row.lastName}`.trim(), row.company ?? "", row.email, row.phone ?? "", row.id],
			...[row.services, row.status, csvDay(row.createdAt)],
		],
	});
}
