import type { ReactNode } from "react";
import { Form, href } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit";
import { Alert } from "~/components/ui/alert";
import { BackLink } from "~/components/ui/back-link";
import { Heading } from "~/components/ui/heading";
import { TitledCard } from "~/components/ui/titled-card";
import { type Currency, formatMoney, money } from "~/lib/money";
import type { Failure } from "~/lib/result";
import type { AssignableReviewView, RefundableInvoiceView, UnfinishedRefundView } from "../refund-view";

interface TeamRefundsProps {
	/** The number that was searched for. */
	number: string;
	isDone: boolean;
	invoice: RefundableInvoiceView | null;
	refunds: readonly UnfinishedRefundView[];
	reviews: readonly AssignableReviewView[];
	sendKey: string;
	failure: Failure | undefined;
}

/** Staff actions with refunds and unmatched payments, for development. */
export function TeamRefunds({ number, isDone, invoice, refunds, reviews, sendKey, failure }: TeamRefundsProps) {
	return (
		<main id="main" className="page-column grid grid-cols-[minmax(0,1fr)] gap-6 py-8 sm:py-12">
			<div className="grid gap-1">
				<BackLink to={href("/dev/inbox")} reloadDocument>
					Team
				</BackLink>
				<Heading level={1} dot>
					Refunds
				</Heading>
			</div>
			<FormError whole failure={failure ?? null} />
			{isDone && !failure && <Alert tone="success" role="status" title="Done." />}
			<Form method="get" className="grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
				<Field name="invoice" label="Invoice number" defaultValue={number} required />
				<SubmitButton variant="secondary">Find the invoice</SubmitButton>
			</Form>
			{number !== "" && !invoice && <Alert tone="info" title={`There is no invoice ${number}.`} />}
			{invoice && <RefundInvoice invoice={invoice} sendKey={sendKey} />}
			<TitledCard title="Refunds that are not finished">
				{refunds.length === 0 && <p className="text-muted">None.</p>}
				{refunds.map((refund) => (
					<UnfinishedRefund key={refund.id} refund={refund} />
				))}
			</TitledCard>
			<TitledCard title="Payments without an invoice">
				{reviews.length === 0 && <p className="text-muted">None.</p>}
				{reviews.map(({ id, reason, receipt, amount, currency, reference }) => (
					<ActionForm key={id} hidden={{ intent: "assign", reviewId: id }} button="Assign">
						<p className="wrap-anywhere sm:col-span-2">
							{text(amount, currency)}, receipt {receipt}, {reason}
							{reference && `, account number ${reference}`}
						</p>
						<Field name="invoice" label="Invoice number" required={false} />
						<Field name="customer" type="email" label="Email of the customer who gets credit" required={false} />
					</ActionForm>
				))}
			</TitledCard>
		</main>
	);
}

const text = (amount: number, currency: Currency) => formatMoney(money(amount, currency));

interface ActionFormProps {
	hidden: Readonly<Record<string, string>>;
	button: string;
	children?: ReactNode;
}

const ActionForm = ({ hidden, button, children }: ActionFormProps) => (
	<Form method="post" className="grid items-start gap-4 border-t border-line py-4 sm:grid-cols-2">
		<HiddenFields values={{ ...hidden, by: "Developer" }} />
		{children}
		<div className="sm:col-span-2">
			<SubmitButton variant="secondary">{button}</SubmitButton>
		</div>
	</Form>
);

function RefundInvoice({ invoice, sendKey }: { invoice: RefundableInvoiceView; sendKey: string }) {
	const { number, state, currency, refundable, customer, creditNotes, services } = invoice;
	const plans = services.filter(({ kind, canEnd }) => kind === "plan" && canEnd);
	return (
		<TitledCard title={`Invoice ${number}`} lead={`${customer.name}, ${customer.email}, ${state}`}>
			<p>At most {text(refundable, currency)} can be refunded.</p>
			<ul>
				{creditNotes.map((note) => (
					<li key={note.number}>
						{note.number}: {text(note.total, currency)}, {note.refunds.map((refund) => refund.state).join(", ")}
					</li>
				))}
			</ul>
			{refundable > 0 && (
				<ActionForm hidden={{ intent: "refund", key: sendKey, number }} button="Refund">
					<SelectField name="to" label="To" defaultValue="payment">
						<option value="payment">The original payment</option>
						<option value="credit">Credit</option>
						<option value="by_hand">By hand</option>
					</SelectField>
					<Field
						name="amount"
						label="Amount"
						inputMode="decimal"
						required={false}
						hint="Leave it empty for everything that is left."
					/>
					<Field name="reason" label="Reason, which the customer sees" required maxLength={200} />
					{services.length > 0 && <ServiceChoice services={services} />}
				</ActionForm>
			)}
			{plans.map(({ id, ending }) => (
				<ActionForm key={id} hidden={{ intent: "end-plan", planId: id }} button="End it without a refund">
					<p className="sm:col-span-2">{ending}</p>
					<Field name="reason" label="Reason, which the customer sees" required maxLength={200} />
				</ActionForm>
			))}
		</TitledCard>
	);
}

/** What a refund of everything does with the plans and domains of the invoice. */
const ServiceChoice = ({ services }: Pick<RefundableInvoiceView, "services">) => (
	<div className="grid gap-4 sm:col-span-2">
		<SelectField
			name="services"
			label="Plans and domains that are paid back in full"
			defaultValue=""
			hint="Only a refund of everything, or of whole lines, can end them."
		>
			<option value="">Choose</option>
			<option value="end">End them</option>
			<option value="keep">Keep them</option>
		</SelectField>
		<ul className="dots">
			{services.map(({ id, lineId, ending }) => (
				<li key={`${lineId} ${id}`}>{ending}</li>
			))}
		</ul>
	</div>
);

function UnfinishedRefund({ refund }: { refund: UnfinishedRefundView }) {
	const { id: refundId, amount, currency, invoice, creditNote, provider, state, failure, needsStaff, target } = refund;
	const hidden = { intent: "decide", refundId };
	return (
		<div className="border-t border-line py-4">
			<p className="wrap-anywhere">
				{text(amount, currency)} of {invoice} ({creditNote}), {target} through {provider}: {state}
				{failure && `, ${failure}`}
			</p>
			{needsStaff && (
				<ActionForm hidden={{ ...hidden, action: "complete" }} button="The customer has the money">
					<Field name="reference" label="Reference of the payment" required maxLength={100} />
				</ActionForm>
			)}
			{needsStaff && state === "pending" && (
				<ActionForm hidden={{ ...hidden, action: "fail" }} button="It failed">
					<Field name="reason" label="Why it failed" required maxLength={200} />
				</ActionForm>
			)}
			{state === "failed" && <ActionForm hidden={{ ...hidden, action: "credit" }} button="Turn into credit" />}
			{state === "failed" && target === "payment" && (
				<ActionForm hidden={{ ...hidden, action: "retry" }} button="Try again" />
			)}
		</div>
	);
}
