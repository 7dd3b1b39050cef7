import { href, Link } from "react-router";
import { SelectField } from "~/components/forms/select-field";
import { UploadForm } from "~/components/forms/upload-form";
import { Alert } from "~/components/ui/alert";
import { EmptyState } from "~/components/ui/empty-state";
import { TitledCard } from "~/components/ui/titled-card";
import { DeskList } from "~/features/desk/components/desk-list";
import { DeskPage } from "~/features/desk/components/desk-page";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import { formatCount } from "~/lib/format-count";
import type { BankAccount } from "~/platform/payment/bank/bank-account";
import type { ImportedCredit, ImportedStatement } from "../bank-transfers.server";

interface ImportStatementProps {
	accounts: readonly BankAccount[];
	answer: DeskAnswer | undefined;
	statement: ImportedStatement | undefined;
}

/** Imports a file of the bank, and lists what happens to each credit. */
export function ImportStatement({ accounts, answer, statement }: ImportStatementProps) {
	const failure = answer?.failure;
	return (
		<DeskPage
			title="Bank statements"
			lead="Transfers to our accounts are posted from the bank's statements. Importing a file twice, or files that overlap, posts each transfer once, also if it was recorded by hand with the bank's reference. A transfer that may come from a file in another format waits for you in Today."
		>
			{accounts.length === 0 ? (
				<EmptyState icon="banknote" title="No bank account yet">
					Set BANK_ACCOUNTS first. Then customers see the account, and you can import its statements here.
				</EmptyState>
			) : (
				<TitledCard title="Import a statement">
					<UploadForm
						intent="import"
						failure={failure}
						hint="CSV, MT940 or camt.053, as you downloaded it. Up to 1 MB and 1,000 credits."
						submit="Import"
					>
						{accounts.length > 1 && (
							<SelectField
								label="Account"
								name="account"
								hint="Choose one for CSV files. The other formats name their account."
								defaultValue={answer?.values.account?.[0] ?? ""}
								error={failure?.fields?.account}
							>
								<option value="">As in the file</option>
								{accounts.map(({ bank, number, currency }) => (
									<option key={number} value={number}>
										{`${bank}, ${number} (${currency})`}
									</option>
								))}
							</SelectField>
						)}
					</UploadForm>
				</TitledCard>
			)}
			{statement && <Imported statement={statement} />}
		</DeskPage>
	);
}

/** Of a credit that an earlier import had. */
const isImported: Readonly<Record<ImportedCredit["result"], boolean>> = {
	known: true,
	waiting: true,
	closed: true,
	unsure: false,
	invoice: false,
	credit: false,
	currency: false,
	limit: false,
	unmatched: false,
};

function Imported({ statement: { account, credits, reversals, debits } }: { statement: ImportedStatement }) {
	const fresh = credits.filter(({ result }) => !isImported[result]);
	const posted = fresh.filter(({ result }) => result === "invoice" || result === "credit").length;
	const undecided = fresh.length - posted;
	return (
		<>
			<Alert
				tone={undecided > 0 ? "pending" : "success"}
				role="status"
				title={`Account ${account}: ${formatCount(fresh.length, "new credit")}. ${formatCount(debits, "debit")} left out.`}
			>
				{posted > 0 && `${posted} will be posted in a moment. `}
				{undecided > 0 && `${undecided} ${undecided === 1 ? "needs" : "need"} a decision. See the results below.`}
				{fresh.length === 0 && "All credits of this file were imported before."}
			</Alert>
			{reversals.length > 0 && (
				<Alert tone="danger" title="The bank took back credits. Each is in Today until someone has corrected it.">
					<ul>
						{reversals.map(({ line, date, amount, reference }) => (
							<li key={line}>{[`Line ${line}: ${amount}`, date, reference].filter(Boolean).join(", ")}</li>
						))}
					</ul>
				</Alert>
			)}
			<DeskList
				label="Credits of the statement"
				rows={credits}
				next={null}
				columns={[
					{
						name: "Transfer",
						cell: ({ reference, text }) => (
							<span className="row-name">
								<span className="row-text wrap-anywhere font-semibold md:inline-block md:min-w-36">
									{reference || "No reference"}
									<span className="block text-sm font-normal text-muted">{withoutReference(text, reference)}</span>
								</span>
							</span>
						),
					},
					{ name: "Line", cell: ({ line }) => line },
					{ name: "Date", cell: ({ date }) => <span className="whitespace-nowrap">{date}</span> },
					{
						name: "Amount",
						place: "row-state",
						className: "text-end",
						cell: ({ amount }) => <span className="whitespace-nowrap">{amount}</span>,
					},
					{ name: "Result", place: "row-note", cell: (credit) => <CreditResult {...credit} /> },
				]}
				empty={{ icon: "banknote", title: "No credits", text: "The file has no credits." }}
			/>
		</>
	);
}

/** The bank's text. Many banks repeat the reference in it. */
const withoutReference = (text: string, reference: string): string =>
	reference === "" ? text : text.replaceAll(reference, "").trim() || text;

function CreditResult({
	result,
	invoice,
	invoiceId,
	earlier,
}: Pick<ImportedCredit, "result" | "invoice" | "invoiceId" | "earlier">) {
	const link = invoiceId && (
		<Link className="relative z-1 link" to={href("/desk/invoices/:invoiceId", { invoiceId })}>
			{invoice}
		</Link>
	);
	const today = (
		<Link className="relative z-1 link" to={href("/desk")}>
			Today
		</Link>
	);
	switch (result) {
		case "known":
			return earlier ? `Posted before, as ${earlier}` : "Posted before";
		case "waiting":
			return (
				<>
					Imported before{earlier && `, as ${earlier}`}. If it is not posted in a few minutes, it is in {today}
				</>
			);
		case "closed":
			return (
				<>
					Not posted, because someone closed it in {today} without posting it{earlier && `, as ${earlier}`}
				</>
			);
		case "unsure":
			return (
				<>
					In {today}, because it may be this transfer: {earlier}
				</>
			);
		case "invoice":
			return <>For invoice {link}</>;
		case "credit":
			return <>Credit, because invoice {link} is not open</>;
		case "currency":
			return (
				<>
					In {today}, because invoice {link} has another currency
				</>
			);
		case "limit":
			return (
				<>
					Waits for a second person under{" "}
					<Link className="relative z-1 link" to={href("/desk/approvals")}>
						Approvals
					</Link>
					, because this file makes more credit than you may give in a day. It is in {today}, too
				</>
			);
		case "unmatched":
			return (
				<>
					In {today}, because {invoice ? `there is no invoice ${invoice}` : "it does not name one invoice"}
				</>
			);
	}
}
