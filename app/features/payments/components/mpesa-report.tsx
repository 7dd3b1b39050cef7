import { href, Link } from "react-router";
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
	/** From when until when, as texts. */
	range: { readonly from: string; readonly until: string } | null;
	/** What only one side has. */
	rows: readonly ComparedView[];
	counts: readonly { readonly term: string; readonly text: string; readonly note: null }[];
	csv: string | null;
	/** Whether the person may start the task that reads M-Pesa's list. */
	mayStart: boolean;
}

/** Our M-Pesa payments against Safaricom's list of the last two days. */
export const MpesaReport = ({ failure, range, rows, counts, csv, mayStart }: MpesaReportProps) => (
	<DeskPage
		title="M-Pesa"
		lead={
			<>
				Our payments against M-Pesa’s own list, which the shop reads once an hour. M-Pesa keeps it for two days.
				{range && ` As of ${range.until}, for the time since ${range.from}.`}{" "}
				{mayStart && (
					<>
						To read it now, start “Direct payments” in the{" "}
						<Link className="link" to={href("/desk/settings/schedule")}>
							schedule
						</Link>
						.
					</>
				)}
			</>
		}
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
