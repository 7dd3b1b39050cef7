import type { ReactNode } from "react";
import { href } from "react-router";
import { brand } from "~/brand";
import { Wordmark } from "~/components/layout/wordmark";
import { Alert } from "~/components/ui/alert";
import { BackLink } from "~/components/ui/back-link";
import { ButtonLink } from "~/components/ui/button";
import { EmailAddress } from "~/components/ui/email-address";
import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";
import { Table } from "~/components/ui/table";
import { Cloth } from "~/features/domains/components/cloth";
import type { InvoiceText } from "../invoice-document";
import { InvoiceStatusLabel } from "./invoice-status";
import { PrintButton } from "./print-button";

interface InvoiceDocumentProps {
	invoice: InvoiceText;
	notes: readonly ReactNode[];
	/** Below the invoice. Not printed. */
	aside: ReactNode;
}

/** The invoice page. Only the invoice itself is printed. */
export function InvoiceDocument({ invoice, notes, aside }: InvoiceDocumentProps) {
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-4">
			<div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
				<BackLink to={href("/dashboard/invoices")}>All invoices</BackLink>
				<div className="flex flex-wrap gap-3">
					<ButtonLink
						variant="secondary"
						href={href("/dashboard/invoices/:invoiceId/pdf", { invoiceId: invoice.id })}
						download
					>
						<Icon name="download" />
						PDF
					</ButtonLink>
					<PrintButton />
					{invoice.payable && (
						<ButtonLink href={href("/pay/:invoiceId", { invoiceId: invoice.id })}>Pay {invoice.toPay}</ButtonLink>
					)}
				</div>
			</div>
			{notes.some(Boolean) && (
				<Alert tone="info" className="print:hidden">
					{notes}
				</Alert>
			)}
			<article className="invoice-sheet relative grid gap-8 rounded-card border border-line bg-surface p-5 sm:p-10">
				<header className="grid gap-6 sm:grid-cols-[1fr_auto]">
					<div>
						<Wordmark className="text-2xl" />
						<address className="mt-2 text-sm not-italic text-muted">
							{brand.legalName}
							<br />
							{brand.address.street}, {brand.address.postBox}
							<br />
							{brand.address.city}, {brand.address.country}
							<br />
							KRA PIN {brand.taxPin}
							<br />
							{brand.phone.display} · {brand.emails.support}
						</address>
					</div>
					<div className="sm:text-end">
						<Heading level={1} size="md">
							{invoice.title}
						</Heading>
						<p className="mt-2">
							<InvoiceStatusLabel status={invoice.status} />
						</p>
					</div>
				</header>
				<div className="grid gap-6 sm:grid-cols-2">
					<BilledTo party={invoice.billedTo} />
					<dl className="grid content-start grid-cols-[auto_auto] justify-start gap-x-6 gap-y-1 sm:justify-end sm:text-end">
						<dt className="text-muted">Issued</dt>
						<dd>{invoice.issued}</dd>
						<dt className="text-muted">Due</dt>
						<dd>{invoice.due}</dd>
						{invoice.paid && (
							<>
								<dt className="text-muted">Paid</dt>
								<dd>{invoice.paid}</dd>
							</>
						)}
					</dl>
				</div>
				<Lines lines={invoice.lines} />
				<div className="flex flex-wrap items-start justify-between gap-6 sm:px-3">
					{invoice.status === "paid" && (
						<p className="paid-stamp" aria-hidden="true">
							Paid
						</p>
					)}
					{invoice.howToPay.length > 0 && (
						<div className="grid gap-4">
							{invoice.howToPay.map((lines) => (
								<p key={lines[0]}>
									{lines.map((line) => (
										<span key={line} className="block tabular-nums wrap-anywhere">
											{line}
										</span>
									))}
								</p>
							))}
						</div>
					)}
					<Sums invoice={invoice} />
				</div>
				{invoice.fiscal?.state === "signed" && <Signature fiscal={invoice.fiscal} />}
				{invoice.fiscal?.state === "pending" && (
					<p className="text-sm text-muted print:hidden">
						KRA has not signed this invoice yet. The tax invoice appears here as soon as it has.
					</p>
				)}
			</article>
			{aside}
		</div>
	);
}

/** What KRA signed, and the code that leads to it. */
function Signature({ fiscal }: { fiscal: Extract<InvoiceText["fiscal"], { state: "signed" }> }) {
	const { size, path } = fiscal.qr;
	return (
		<section
			aria-labelledby="signed"
			className="flex flex-wrap items-start gap-6 break-inside-avoid border-t border-line pt-6"
		>
			<svg
				viewBox={`0 0 ${size} ${size}`}
				className="w-32 shrink-0"
				shapeRendering="crispEdges"
				role="img"
				aria-label="QR code that opens this receipt at KRA"
			>
				<rect width={size} height={size} fill="#fff" />
				<path d={path} fill="#000" />
			</svg>
			<div className="min-w-0 flex-1 basis-64">
				<h2 id="signed" className="text-sm font-semibold tracking-normal text-muted">
					Signed by KRA
				</h2>
				<dl className="mt-1 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
					{fiscal.facts.map(([label, value]) => (
						<div key={label} className="contents">
							<dt className="text-muted">{label}</dt>
							<dd className="tabular-nums wrap-anywhere">{value}</dd>
						</div>
					))}
				</dl>
				<p className="text-sm">
					<a href={fiscal.url} className="link inline-flex min-h-11 items-center" rel="noopener noreferrer">
						Check this receipt at KRA
					</a>
				</p>
			</div>
		</section>
	);
}

function BilledTo({ party }: { party: InvoiceText["billedTo"] }) {
	const place = [party.city, party.country].filter(Boolean).join(", ");
	return (
		<section aria-labelledby="billed-to">
			<h2 id="billed-to" className="text-sm font-semibold tracking-normal text-muted">
				Billed to
			</h2>
			<p className="mt-1 font-semibold">{party.company ?? party.name}</p>
			{party.company && <p>{party.name}</p>}
			{party.address && <p>{party.address}</p>}
			{place && <p>{place}</p>}
			{party.taxPin && <p>Tax PIN {party.taxPin}</p>}
			<p>
				<EmailAddress address={party.email} />
			</p>
		</section>
	);
}

function Lines({ lines }: { lines: InvoiceText["lines"] }) {
	return (
		<Table caption="Invoice lines">
			<thead>
				<tr>
					<th scope="col">Description</th>
					<th scope="col" className="amount w-24">
						Quantity
					</th>
					<th scope="col" className="amount w-32">
						Each
					</th>
					<th scope="col" className="amount w-32">
						Amount
					</th>
				</tr>
			</thead>
			<tbody>
				{lines.map(({ id, domain, description, quantity, unit, amount }) => (
					<tr key={id}>
						<th scope="row" className="break-words">
							{domain && <Cloth name={domain} size="small" className="me-3 align-middle" />}
							{description}
						</th>
						<td data-label="Quantity" className="amount">
							{quantity}
						</td>
						<td data-label="Each" className="amount">
							{unit}
						</td>
						<td data-label="Amount" className="amount font-semibold">
							{amount}
						</td>
					</tr>
				))}
			</tbody>
		</Table>
	);
}

function Sums({ invoice: { id: invoiceId, sums, total, payments, toPay, creditNotes } }: { invoice: InvoiceText }) {
	return (
		<dl className="ms-auto grid w-full max-w-xs gap-y-2 tabular-nums">
			{sums.map(({ label, text }) => (
				<div key={label} className="flex justify-between gap-6">
					<dt className="text-muted">{label}</dt>
					<dd className="whitespace-nowrap">{text}</dd>
				</div>
			))}
			<div className="flex justify-between gap-6 border-t border-line pt-3 font-display text-lg font-semibold">
				<dt>Total</dt>
				<dd className="whitespace-nowrap">{total}</dd>
			</div>
			{payments.map(({ id, label, note, text }) => (
				<div key={id} className="flex justify-between gap-6">
					<dt className="text-muted">
						{label}
						<span className="block text-sm wrap-anywhere">{note}</span>
					</dt>
					<dd className="whitespace-nowrap">{text}</dd>
				</div>
			))}
			{creditNotes.map(({ id, label, note, reason, text }) => (
				<div key={id} className="flex justify-between gap-6">
					<dt className="text-muted">
						<a
							href={`${href("/dashboard/invoices/:invoiceId/pdf", { invoiceId })}?creditNote=${id}`}
							className="link"
							download
						>
							{label}
						</a>
						<span className="block text-sm wrap-anywhere">{note}</span>
						<span className="block text-sm wrap-anywhere">{reason}</span>
					</dt>
					<dd className="whitespace-nowrap">{text}</dd>
				</div>
			))}
			{payments.length > 0 && toPay && (
				<div className="flex justify-between gap-6 border-t border-line pt-3 font-semibold">
					<dt>Still to pay</dt>
					<dd className="whitespace-nowrap">{toPay}</dd>
				</div>
			)}
		</dl>
	);
}
