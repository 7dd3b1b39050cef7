import { href } from "react-router";
import { SummaryStrip } from "~/components/layout/summary-strip";
import { Heading } from "~/components/ui/heading";
import { Cloth } from "~/features/domains/components/cloth";
import type { PayView } from "../pay-view";

/** What the customer pays for, beside the payment methods. */
export function PaySummary({ view }: { view: PayView }) {
	return (
		<section
			aria-labelledby="pay-summary"
			className="self-start rounded-card border border-line bg-surface p-6 max-lg:hidden lg:row-span-2"
		>
			<Heading level={2} size="sm" id="pay-summary" className="mb-4">
				{view.link ? `Invoice ${view.invoice.number}` : "Your order"}
			</Heading>
			<Figures view={view} />
			<p className="sum-row mt-4 border-t border-line pt-4">
				<span className="font-semibold">To pay</span>
				<strong className="font-display text-2xl font-semibold whitespace-nowrap tabular-nums">{view.amount}</strong>
			</p>
		</section>
	);
}

/** The same on small screens, folded into one line. */
export const PaySummaryStrip = ({ view }: { view: PayView }) => (
	<SummaryStrip title={view.link ? "Invoice" : undefined} items={view.items} total={view.amount}>
		<Figures view={view} />
	</SummaryStrip>
);

function Figures({ view: { invoice, lines, sums, link } }: { view: PayView }) {
	return (
		<>
			<dl className="grid gap-2">
				{lines.map(({ id, name, amount, domain }) => (
					<div key={id} className="sum-row">
						<dt className="flex gap-3">
							{domain && <Cloth name={domain} size="small" className="mt-1 self-start" />}
							<span className="min-w-0 break-words">{name}</span>
						</dt>
						<dd className="whitespace-nowrap tabular-nums">{amount}</dd>
					</div>
				))}
				{sums.map(({ label, amount }) => (
					<div key={label} className="sum-row text-muted">
						<dt>{label}</dt>
						<dd className="whitespace-nowrap tabular-nums">{amount}</dd>
					</div>
				))}
			</dl>
			<p className="mt-3 text-sm text-muted">
				{link ? (
					<a href={link.pdf} className="link-alone" download>
						Download the invoice (PDF)
					</a>
				) : (
					<>
						Invoice{" "}
						<a href={href("/dashboard/invoices/:invoiceId", { invoiceId: invoice.id })} className="link">
							{invoice.number}
						</a>
					</>
				)}
			</p>
		</>
	);
}
