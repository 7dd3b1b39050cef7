import { href, Link } from "react-router";
import { ErrorText } from "~/components/forms/error-text";
import { Field } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { Alert } from "~/components/ui/alert";
import { CopyButton } from "~/components/ui/copy-button";
import { EmailAddress } from "~/components/ui/email-address";
import { TitledCard } from "~/components/ui/titled-card";
import { CustomerLink } from "~/features/desk/components/customer-link";
import { DeskFacts } from "~/features/desk/components/desk-facts";
import { DeskList } from "~/features/desk/components/desk-list";
import { DeskPage } from "~/features/desk/components/desk-page";
import { ReasonForm } from "~/features/desk/components/reason-form";
import { answeredField, type DeskAnswer } from "~/features/desk/desk-answer";
import { InvoiceStatusLabel } from "~/features/invoices/components/invoice-status";
import type { Permission } from "~/features/staff/permissions";
import type { InvoiceView } from "../billing-view";
import { cancelEffect } from "./billing-lists";

interface DeskInvoicePageProps {
	invoice: InvoiceView;
	/** For anyone who pays it. Null if nothing is to be paid. */
	payLink: string | null;
	permissions: readonly Permission[];
	/** "Ksh 20,000". Null without a limit. */
	limit: string | null;
	/** Makes a refund that is sent twice one refund. */
	sendKey: string;
	answer: DeskAnswer | undefined;
}

const strong = (text: string, note?: string) => (
	<span className="row-name">
		<span className="row-text wrap-anywhere font-semibold">
			{text}
			{note && <span className="ms-2 text-sm font-normal text-muted">{note}</span>}
		</span>
	</span>
);

/** An invoice with its lines, payments and credit notes, and what staff can do with it. */
export function DeskInvoicePage(props: DeskInvoicePageProps) {
	const { invoice, payLink, permissions } = props;
	const none = { icon: "receipt", title: "", text: "" } as const;
	return (
		<DeskPage
			title={`Invoice ${invoice.number}`}
			back={{ to: href("/desk/invoices"), label: "Invoices" }}
			actions={<InvoiceStatusLabel status={invoice.status} />}
		>
			{invoice.waiting.map(({ id, text, asked }) => (
				<Alert key={id} tone="pending" title={text}>
					{asked} It waits for a second person under{" "}
					<Link className="link" to={href("/desk/approvals")}>
						Approvals
					</Link>
					.
				</Alert>
			))}
			<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
				<div className="grid grid-cols-[minmax(0,1fr)] gap-4">
					<TitledCard title="Invoice">
						<DeskFacts
							facts={[
								[
									"Customer",
									<CustomerLink key="customer" customer={{ id: invoice.customerId, name: invoice.customer }} />,
								],
								...(invoice.orderId !== null && permissions.includes("orders.view")
									? [
											[
												"Order",
												<Link
													key="order"
													className="link"
													to={href("/desk/orders/:orderId", { orderId: invoice.orderId })}
												>
													Lines and jobs
												</Link>,
											] as const,
										]
									: []),
								[
									"Billed to",
									<span key="billed" className="flex flex-wrap gap-x-3">
										{invoice.billedTo.name && <span>{invoice.billedTo.name}</span>}
										{invoice.billedTo.email && <EmailAddress address={invoice.billedTo.email} />}
									</span>,
								],
								["Issued", invoice.issued],
								["Due", invoice.due],
								["Subtotal", invoice.subtotal],
								...(invoice.discount ? [["Discount", invoice.discount] as const] : []),
								["Tax", invoice.tax],
								...(invoice.shipping ? [["Shipping", invoice.shipping] as const] : []),
								["Total", <strong key="total">{invoice.total}</strong>],
								...(invoice.creditUsed ? [["Paid from credit", invoice.creditUsed] as const] : []),
								...(invoice.open ? [["Left to pay", invoice.open] as const] : []),
								...(invoice.paid ? [["Paid", invoice.paid] as const] : []),
								...(invoice.writtenOff ? [["Written off", invoice.writtenOff] as const] : []),
								...(invoice.refundable ? [["Can be refunded", invoice.refundable] as const] : []),
							]}
						/>
						{payLink && (
							<div className="mt-4 flex flex-wrap items-end gap-3 border-t border-line pt-4">
								<div className="min-w-0 flex-1 basis-60">
									<Field
										label="Pay link"
										hint="Anyone who has it can see and pay this invoice. It ends when the invoice is paid."
										name="link"
										value={payLink}
										readOnly
										required
									/>
								</div>
								<CopyButton text={payLink} subject="Pay link" />
							</div>
						)}
					</TitledCard>
					<DeskList
						label="Lines"
						rows={invoice.lines}
						next={null}
						columns={[
							{ name: "Line", cell: ({ description }) => strong(description) },
							{ name: "Quantity", place: "row-note", className: "md:text-end", cell: ({ quantity }) => quantity },
							{ name: "Amount", place: "row-meta", className: "text-end", cell: ({ amount }) => amount },
						]}
						empty={none}
					/>
					{invoice.payments.length > 0 && (
						<DeskList
							label="Payments"
							rows={invoice.payments}
							next={null}
							columns={[
								{ name: "Payment", cell: ({ receipt }) => strong(receipt) },
								{ name: "From", place: "row-note", cell: ({ from }) => from },
								{ name: "Time", cell: ({ at }) => at },
								{ name: "Amount", place: "row-meta", className: "text-end", cell: ({ amount }) => amount },
							]}
							empty={none}
						/>
					)}
					{invoice.creditNotes.length > 0 && (
						<DeskList
							label="Credit notes"
							rows={invoice.creditNotes}
							next={null}
							columns={[
								{ name: "Credit note", cell: ({ number, reason }) => strong(number, reason) },
								{ name: "Refund", place: "row-note", cell: ({ refunds }) => refunds },
								{ name: "By", cell: ({ by, at }) => `${by}, ${at}` },
								{ name: "Amount", place: "row-meta", className: "text-end", cell: ({ total }) => total },
							]}
							empty={none}
						/>
					)}
				</div>
				<InvoiceActions {...props} />
			</div>
		</DeskPage>
	);
}

function InvoiceActions({ invoice, permissions, limit, sendKey, answer }: DeskInvoicePageProps) {
	const of = (intent: string) => (answer?.intent === intent ? answer : undefined);
	const props = (intent: string) => ({
		change: { intent },
		failure: of(intent)?.failure,
		reason: of(intent)?.values.reason?.[0],
	});
	const field = (intent: string, name: string, initial?: string) => answeredField(of(intent), name, initial);
	const mayRefund = permissions.includes("billing.refund") && invoice.refundable !== null;
	const mayRecord = permissions.includes("billing.record") && invoice.open !== null;
	const mayWriteOff = permissions.includes("billing.write-off") && invoice.open !== null;
	if (!mayRefund && !mayRecord && !mayWriteOff) return null;
	return (
		// Closed again after a change, or once it waits for a second person.
		<TitledCard
			key={`${invoice.status} ${invoice.refundable} ${invoice.creditNotes.length} ${invoice.waiting.length}`}
			title="Change"
		>
			{mayRecord && (
				<ReasonForm
					icon="banknote"
					label="Record a payment"
					effect={`Only money that you have. If it is enough, the invoice is paid, its order is set up and the customer gets a receipt. What is more or less than due becomes credit. ${limit ? `Your limit for credit is ${limit} a day. Above it, a second person has to approve the payment.` : "You have no limit."}`}
					{...props("record")}
				>
					<SelectField label="Paid by" {...field("record", "method", "bank")}>
						<option value="bank">Bank transfer</option>
						<option value="cash">Cash</option>
					</SelectField>
					<Field
						label={`Amount in ${invoice.currency}`}
						inputMode="decimal"
						{...field("record", "amount", invoice.dueAmount ?? "")}
						required
					/>
					<Field label="Reference or receipt number" {...field("record", "reference")} required maxLength={60} />
				</ReasonForm>
			)}
			{mayRefund && (
				<ReasonForm
					icon="rotate-ccw"
					label="Refund"
					danger
					effect={`Issues a credit note and pays back at most ${invoice.refundable}. The customer sees the reason. ${limit ? `Your limit is ${limit} a day. Above it, a second person has to approve.` : "You have no limit."}`}
					{...props("refund")}
					change={{ intent: "refund", key: sendKey }}
				>
					<SelectField label="To" {...field("refund", "to", "payment")}>
						<option value="payment">The original payment</option>
						<option value="credit">The customer's credit</option>
						<option value="by_hand">By hand, by us</option>
					</SelectField>
					<Field
						label={`Amount in ${invoice.currency}`}
						inputMode="decimal"
						hint="Leave it empty for everything that is left."
						{...field("refund", "amount")}
						required={false}
					/>
					{invoice.lines.length > 1 && (
						<fieldset className="grid gap-1">
							<legend className="font-medium">
								Only these lines <span className="font-normal text-muted">(optional)</span>
							</legend>
							{of("refund")?.failure.fields?.lines && <ErrorText>{of("refund")?.failure.fields?.lines}</ErrorText>}
							{invoice.lines.map(({ id, description, amount }) => (
								<label key={id} className="flex min-h-11 items-center gap-3">
									<input
										type="checkbox"
										name="lines"
										value={id}
										defaultChecked={of("refund")?.values.lines?.includes(id)}
										className="size-5 flex-none"
									/>
									<span className="min-w-0 wrap-anywhere">{`${description}, ${amount}`}</span>
								</label>
							))}
						</fieldset>
					)}
					{invoice.services.length > 0 && (
						<div className="grid gap-2">
							<SelectField label="Services and goods that are paid back in full" {...field("refund", "services")}>
								<option value="">Choose</option>
								<option value="end">End them</option>
								<option value="keep">Keep them</option>
							</SelectField>
							<ul className="dots text-sm">
								{invoice.services.map(({ id, ending }) => (
									<li key={id}>{ending}</li>
								))}
							</ul>
						</div>
					)}
				</ReasonForm>
			)}
			{mayRecord && <ReasonForm icon="x" label="Cancel the invoice" danger effect={cancelEffect} {...props("void")} />}
			{mayWriteOff && (
				<ReasonForm
					icon="trash-2"
					label="Write it off"
					danger
					effect={`Gives up ${invoice.open}. The invoice and its order are cancelled, and the customer owes nothing any more. ${limit ? `Your limit is ${limit} a day. Above it, a second person has to approve.` : "You have no limit."}`}
					{...props("write-off")}
				/>
			)}
		</TitledCard>
	);
}
