import { href } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { MpesaReport } from "~/features/payments/components/mpesa-report";
import { comparedView } from "~/features/payments/mpesa-comparison";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { formatMoment, kenya } from "~/lib/dates";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/mpesa-report";

export const handle = { desk: { view: "reports.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("M-Pesa") }];

export async function loader({ context }: Route.LoaderArgs) {
	const [{ roles }, found] = await asStaff(context, handle, ({ payments }, session) =>
		payments.direct.compare(session),
	);
	const mayStart = may(roles, "settings.services");
	if (!found.ok) return { failure: found.error.message, range: null, rows: [], counts: [], csv: null, mayStart };
	const rows = found.value.rows.map(comparedView);
	const count = (state: (typeof rows)[number]["state"]) => rows.filter((row) => row.state === state).length;
	return {
		failure: null,
		range: { from: formatMoment(found.value.from, kenya), until: formatMoment(found.value.until, kenya) },
		rows: rows.filter(({ state }) => state !== "matched"),
		counts: [
			{ term: "Matched", text: String(count("matched")), note: null },
			{ term: "Ours only", text: String(count("ours_only")), note: null },
			{ term: "Theirs only", text: String(count("theirs_only")), note: null },
		],
		csv: may(roles, "reports.export") ? href("/desk/reports/mpesa.csv") : null,
		mayStart,
	};
}

export default function Mpesa({ loaderData }: Route.ComponentProps) {
	return <MpesaReport {...loaderData} />;
}
