import { href } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { MpesaReport } from "~/features/payments/components/mpesa-report";
import { comparedView } from "~/features/payments/mpesa-comparison";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { staffOf } from "~/middleware/as-staff";
import type { Route } from "./+types/mpesa-report";

export const handle = { desk: { view: "reports.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("M-Pesa") }];

/** Asks the provider after the permission is checked, because the answer costs a call. */
export async function loader({ context }: Route.LoaderArgs) {
	const { roles } = await staffOf(context, handle);
	const found = await context.get(servicesContext).payments.direct.compare();
	const csv = may(roles, "reports.export") ? href("/desk/reports/mpesa.csv") : null;
	if (!found.ok) return { failure: found.error.message, rows: [], counts: [], csv: null };
	const rows = found.value.map(comparedView);
	const count = (state: (typeof rows)[number]["state"]) => rows.filter((row) => row.state === state).length;
	return {
		failure: null,
		rows: rows.filter(({ state }) => state !== "matched"),
		counts: [
			{ term: "Matched", text: String(count("matched")), note: null },
			{ term: "Ours only", text: String(count("ours_only")), note: null },
			{ term: "Theirs only", text: String(count("theirs_only")), note: null },
		],
		csv,
	};
}

export default function Mpesa({ loaderData }: Route.ComponentProps) {
	return <MpesaReport {...loaderData} />;
}
