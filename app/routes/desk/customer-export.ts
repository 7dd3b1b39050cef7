import { servicesContext, staffContext } from "~/context";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { download } from "~/lib/download";
import { failureData, notFound } from "~/lib/responses";
import { staffOf } from "~/middleware/as-staff";
import type { Route } from "./+types/customer-export";

export const handle = { desk: { view: "customers.export" } } satisfies DeskHandle;

/** All data of a customer, as the customer can download it. */
export async function loader({ context, params }: Route.LoaderArgs) {
	await staffOf(context, handle);
	const { session } = context.get(staffContext);
	const { customers, customerActions } = context.get(servicesContext);
	const customer = session && (await customers.account(session, params.customerId));
	if (!session || !customer) notFound();
	const data = await customerActions.exportData(session, customer.id);
	if (!data.ok) throw failureData(data.error);
	return download(data.value.stream, { name: data.value.fileName, type: "application/zip" });
}
