import { servicesContext, staffContext } from "~/context";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { download } from "~/lib/download";
import { notFound } from "~/lib/responses";
import { staffOf } from "~/middleware/as-staff";
import type { Route } from "./+types/catalogue-csv";

export const handle = { desk: { view: "catalogue.view" } } satisfies DeskHandle;

export async function loader({ context }: Route.LoaderArgs) {
	await staffOf(context, handle);
	const { session } = context.get(staffContext);
	const text = session && (await context.get(servicesContext).catalogDesk.exportPrices(session));
	if (!text) notFound();
	return download(text, { name: "prices.csv", type: "text/csv; charset=utf-8" });
}
