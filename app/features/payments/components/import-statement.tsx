import { Form } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { Alert } from "~/components/ui/alert";
import { Heading } from "~/components/ui/heading";
import { formatCount } from "~/lib/format-count";
import type { Failure } from "~/lib/result";
import type { BankAccount } from "~/platform/payment/bank/bank-account";
import type { ImportedCredit, ImportedStatement } from "../bank-transfers.server";

interface ImportStatementProps {
	accounts: readonly BankAccount[];
	failure?: Failure | undefined;
	statement?: ImportedStatement | undefined;
}

/** Imports a file of the bank, and lists what happens to each credit. */
export function ImportStatement({ accounts, failure, statement }: ImportStatementProps) {
	return (
		<main id="main" className="page-column grid gap-6 py-8 sm:py-12">
			<Heading level={1} dot>
				Import a bank statement
			</Heading>
			{statement && <Imported statement={statement} />}
			<Form method="post" encType="multipart/form-data" className="grid max-w-xl gap-5">
				<FormError failure={failure} />
				<Field
					label="File"
					name="file"
					type="file"
					error={failure?.fields?.file}
					hint="CSV, MT940 or camt.053"
					required
				/>
				{accounts.length > 1 && (
					<Field
						label="Account"
						name="account"
						hint={`Only for CSV: ${accounts.map(({ number, currency }) => `${number} (${currency})`).join(", ")}`}
					/>
				)}
				<SubmitButton busyText="Importing...">Import</SubmitButton>
			</Form>
		</main>
	);
}

function Imported({ statement: { account, credits, reversals, debits } }: { statement: ImportedStatement }) {
	const fresh = credits.filter(({ known }) => !known).length;
	return (
		<section className="grid gap-4">
			<Alert
				tone="success"
				title={`Account ${account}: ${formatCount(fresh, "new credit")}. ${formatCount(debits, "debit")} left out.`}
			>
				<p>New credits with an invoice are posted in a moment. The others become reviews, which staff get by email.</p>
			</Alert>
			{reversals.length > 0 && (
				<Alert tone="danger" title="The bank took back credits. Correct these by hand.">
					<ul>
						{reversals.map(({ line, reference, amount }) => (
							<li key={line}>
								Line {line}: {amount}, reference {reference}
							</li>
						))}
					</ul>
				</Alert>
			)}
			<ul className="grid gap-2">
				{credits.map(({ line, date, amount, reference, ...credit }) => (
					<li key={`${line} ${reference} ${amount}`} className="tabular-nums wrap-anywhere">
						{[date, amount, reference].filter(Boolean).join(", ")}: {resultOf(credit)}
					</li>
				))}
			</ul>
		</section>
	);
}

function resultOf({ known, invoice }: Pick<ImportedCredit, "known" | "invoice">): string {
	if (known) return "imported before";
	return invoice === null ? "no invoice, becomes a review" : `invoice ${invoice}`;
}
