import { servicesContext, staffContext } from "~/context";
import { comparedStates } from "~/features/payments/mpesa-comparison";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { toCsv } from "~/lib/csv";
import { csvAmount } from "~/lib/csv-cells";
import { download } from "~/lib/download";
import { notFound } from "~/lib/responses";
import { staffOf } from "~/middleware/as-staff";
import type { Route } from "./+types/mpesa-report-csv";

export const handle = { desk: { view: "reports.export" } } satisfies DeskHandle;

const head = [
	"Receipt",
	"State",
	"Time (UTC)",
	"Account number",
	"Currency",
	"Amount here",
	"Amount at M-Pesa",
	"Invoice id",
];

export async function loader({ context }: Route.LoaderArgs) {
	await staffOf(context, handle);
	const { session } = context.get(staffContext);
	const { payments, reports } = context.get(servicesContext);
	const recorded = session && (await reports.recordExport(session, "mpesa", { currency: "KES" }));
	const found = recorded ? await payments.direct.compare(session) : null;
	if (!found?.ok) notFound();
	const rows = found.value.rows.map(({ receipt, state, at, reference, ours, theirs, invoiceId }) => [
		...[receipt, comparedStates[state], at === null ? "" : new Date(at).toISOString(), reference ?? ""],
		...[(ours ?? theirs)?.currency ?? "", ours ? csvAmount(ours.amount) : "", theirs ? csvAmount(theirs.amount) : ""],
		invoiceId ?? "",
	]);
	return download(toCsv(head, rows), { name: "mpesa.csv", type: "text/csv; charset=utf-8" });
}
