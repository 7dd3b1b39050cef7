import { href } from "react-router";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { Status } from "~/components/ui/status";
import { DeskList, RowLink, unbroken } from "~/features/desk/components/desk-list";
import { DeskPage } from "~/features/desk/components/desk-page";
import { ReportFacts } from "~/features/reports/components/report-parts";
import type { ComparedView } from "../mpesa-comparison";

interface MpesaReportProps {
	/** Why there is no comparison. */
	failure: string | null;
	/** What only one side has. */
	rows: readonly ComparedView[];
	counts: readonly { readonly term: string; readonly text: string; readonly note: null }[];
	csv: string | null;
}

/** Our M-Pesa payments against Safaricom's list of the last two days. */
export const MpesaReport = ({ failure, rows, counts, csv }: MpesaReportProps) => (
	<DeskPage
		title="M-Pesa"
		lead="Our payments against M-Pesa's own list of the last 47 hours, which it keeps no longer. Asked when you open this page."
		actions={
			csv && (
				<ButtonLink href={csv} variant="secondary" size="sm" download>
					CSV
				</ButtonLink>
			)
		}
	>
		{failure !== null ? (
			<Alert tone="info" title={failure} />
		) : (
			<>
				<ReportFacts facts={counts} />
				<DeskList
					label="Payments that only one side has"
					rows={rows}
					next={null}
					columns={[
						{
							name: "Receipt",
							cell: ({ receipt, invoiceId, reference }) =>
								invoiceId ? (
									<RowLink to={href("/desk/invoices/:invoiceId", { invoiceId })} note={reference}>
										{receipt}
									</RowLink>
								) : (
									<span className="font-semibold">
										{receipt} <span className="font-normal text-muted">{reference}</span>
									</span>
								),
						},
						{ name: "Time", place: "row-note", cell: ({ at }) => unbroken(at) },
						{ name: "Amount", place: "row-meta", className: "text-end", cell: ({ amount }) => amount },
						{
							name: "State",
							place: "row-state",
							cell: ({ state, stateName }) => (
								<Status tone={state === "theirs_only" ? "danger" : "pending"}>{stateName}</Status>
							),
						},
					]}
					empty={{ icon: "circle-check", title: "Everything matches", text: "Both sides have the same payments." }}
				/>
			</>
		)}
	</DeskPage>
);
