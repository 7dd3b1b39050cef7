import { Form, href, Link } from "react-router";
import { Alert } from "~/components/ui/alert";
import { Button, ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Heading } from "~/components/ui/heading";
import { PrintButton } from "~/features/invoices/components/print-button";
import type { Failure } from "~/lib/result";
import { usePolling } from "~/lib/use-polling";
import type { OrderView } from "../order-view";
import { JobStatus } from "./job-status";

const titles: Readonly<Record<OrderView["state"], string>> = {
	pending_payment: "Your order is waiting for payment",
	paid: "Paid. We're setting it up",
	fulfilled: "Everything is ready",
	cancelled: "This order was cancelled",
	refunded: "This order was refunded",
};

export function OrderPage({ order, failure }: { order: OrderView; failure?: Failure }) {
	usePolling(3_000, order.inProgress);
	return (
		<div className="page-column grid max-w-3xl gap-6 py-8 sm:py-12">
			<header className="grid gap-2">
				<p className="text-muted">
					Order of {order.placed} · Invoice{" "}
					<Link
						to={href("/dashboard/invoices/:invoiceId", { invoiceId: order.invoice.id })}
						className="text-indigo underline underline-offset-4"
					>
						{order.invoice.number}
					</Link>
				</p>
				<div role="status">
					<Heading level={1} size="lg" dot>
						{order.lines.some(({ needsCode }) => needsCode) ? "Paid. We need a new code from you" : titles[order.state]}
					</Heading>
				</div>
			</header>
			{failure && <Alert tone="danger" role="alert" title={failure.message} />}
			{order.overpaid && (
				<Alert tone="info" title={`You paid ${order.overpaid} more than was needed`}>
					We added it to your credit. You can use it to pay your next invoice, or contact us for a refund.
				</Alert>
			)}
			{order.inProgress && (
				<noscript>
					<meta httpEquiv="refresh" content="5" />
				</noscript>
			)}
			<Card as="section" aria-label="What you ordered" chosen={order.state === "fulfilled"}>
				<ul className="grid divide-y divide-line">
					{order.lines.map((line) => (
						<Line key={line.id} line={line} />
					))}
				</ul>
				{order.discount && (
					<p className="mt-2 flex items-baseline justify-between gap-4 border-t border-line pt-4">
						<span>Discount</span>
						<span className="whitespace-nowrap tabular-nums">{order.discount}</span>
					</p>
				)}
				<p className="mt-2 flex items-baseline justify-between gap-4 border-t border-line pt-4">
					<span className="font-semibold">Total, tax and shipping included</span>
					<span className="font-display text-xl font-semibold whitespace-nowrap tabular-nums">{order.total}</span>
				</p>
			</Card>
			<NextSteps order={order} />
		</div>
	);
}

function Line({ line: { name, about, amount, progress, domainHref } }: { line: OrderView["lines"][number] }) {
	return (
		<li className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 py-4 first:pt-0 sm:grid-cols-[1fr_auto_7rem] sm:items-baseline sm:gap-x-6">
			<div className="col-span-2 min-w-0 sm:col-span-1">
				<p className="font-display text-lg font-semibold break-words">{name}</p>
				{about && <p className="text-sm text-muted">{about}</p>}
			</div>
			<p>{progress && <JobStatus progress={progress} />}</p>
			<p className="text-end whitespace-nowrap tabular-nums">{amount}</p>
			{progress?.message && <p className="col-span-2 text-sm sm:col-span-3">{progress.message}</p>}
			{domainHref && (
				<p className="col-span-2 sm:col-span-3">
					<Link to={domainHref} className="link-alone">
						Open the domain<span className="sr-only"> {name}</span>
					</Link>
				</p>
			)}
		</li>
	);
}

function NextSteps({ order }: { order: OrderView }) {
	if (order.state === "cancelled") return <ButtonLink href={href("/cart")}>To the cart</ButtonLink>;
	if (order.state === "pending_payment") {
		return (
			<div className="flex flex-wrap gap-3 print:hidden">
				<ButtonLink href={href("/pay/:invoiceId", { invoiceId: order.invoice.id })}>Pay {order.toPay}</ButtonLink>
				<Form method="post">
					<Button type="submit" variant="quiet" name="intent" value="cancel">
						Cancel this order
					</Button>
				</Form>
			</div>
		);
	}
	return (
		<div className="grid gap-4 print:hidden">
			{order.inProgress && (
				<p className="text-muted">
					This page updates automatically. You can close it. We'll email{" "}
					<span className="wrap-anywhere">{order.contact.email}</span> when your domain is active or your plan has
					changed.
				</p>
			)}
			<div className="flex flex-wrap gap-3">
				<ButtonLink href={href("/dashboard")}>Open my portal</ButtonLink>
				<PrintButton />
			</div>
		</div>
	);
}
