import { href } from "react-router";
import { Alert } from "~/components/ui/alert";
import { Button, ButtonLink, buttonClasses } from "~/components/ui/button";
import { EmailAddress } from "~/components/ui/email-address";
import { Heading } from "~/components/ui/heading";
import { Cloth, ClothBand } from "~/features/domains/components/cloth";
import { PrintButton } from "~/features/invoices/components/print-button";
import { roundingLabel } from "~/features/payments/payable";
import type { Failure } from "~/lib/result";
import { orderTitle } from "../order-title";
import type { OrderView } from "../order-view";
import { JobStatus } from "./job-status";
import { NameTitle } from "./name-title";
import { NextSteps } from "./next-steps";

/** islands/polled-part.ts updates it while jobs run. */
export function OrderPage({ order, failure }: { order: OrderView; failure?: Failure }) {
	const { mainName } = order;
	return (
		<polled-part
			id="order"
			data-state={order.progressKey}
			data-poll={order.inProgress ? "" : undefined}
			class="block pb-10 sm:pb-14"
		>
			<header className="page-column grid gap-2 pt-6 pb-6 sm:pt-10" tabIndex={-1} data-focus>
				{mainName ? (
					<NameTitle name={mainName} status={orderTitle(order)} />
				) : (
					<Heading level={1} size="lg" dot>
						{orderTitle(order)}
					</Heading>
				)}
			</header>
			{mainName && (
				<ClothBand
					name={mainName.ascii}
					state={mainName.isReady ? "woven" : "waiting"}
					weaves={mainName.isReady}
					className="mb-6"
				/>
			)}
			<div className="page-column grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-8 lg:grid-cols-2">
				<div className="grid content-start gap-4">
					<Paid order={order} />
					{failure && <Alert tone="danger" role="alert" tabIndex={-1} data-focus title={failure.message} />}
					{order.overpaid && (
						<Alert tone="info" title={`You paid ${order.overpaid} more than was needed`}>
							We added it to your credit. You can use it to pay your next invoice, or contact us for a refund.
						</Alert>
					)}
					{order.inProgress && (
						<p className="text-muted print:hidden">
							This page updates automatically. You can close it. We'll email{" "}
							<EmailAddress address={order.contact.email} /> when your order is ready.
						</p>
					)}
					<Actions order={order} />
				</div>
				{mainName?.isReady && <NextSteps name={mainName} steps={order.nextSteps} />}
				<Lines order={order} />
			</div>
		</polled-part>
	);
}

/** Until when the name is the customer's, and the receipt. */
function Paid({ order: { mainName, payments, placed, invoice, offersPrompts } }: { order: OrderView }) {
	return (
		<div className="grid gap-1">
			{mainName?.isReady && mainName.until && (
				<p className="text-lg">
					Yours until <strong className="whitespace-nowrap">{mainName.until}</strong>
				</p>
			)}
			{payments.map(({ id, text, receipt }) => (
				<p key={id}>
					<span lang="sw">Asante.</span> {text}
					{receipt && (
						<>
							{"\u00a0· "}
							<span className="wrap-anywhere">{receipt}</span>
						</>
					)}
				</p>
			))}
			{offersPrompts && (
				<p className="print:hidden">
					Renew by M‑Pesa too.{" "}
					<a href={`${href("/dashboard/account-settings/billing")}#prompts`} className="link">
						Get a prompt when a renewal is due
					</a>
				</p>
			)}
			<p className="text-sm text-muted">
				Order of {placed} · Invoice{" "}
				<a href={href("/dashboard/invoices/:invoiceId", { invoiceId: invoice.id })} className="link">
					{invoice.number}
				</a>
			</p>
		</div>
	);
}

function Lines({ order }: { order: OrderView }) {
	return (
		<section aria-labelledby="ordered" className="lg:col-span-2">
			<Heading level={2} size="sm" id="ordered" className="border-b border-line pb-3">
				What you ordered
			</Heading>
			<ul className="grid divide-y divide-line">
				{order.lines.map((line) => (
					<Line key={line.id} line={line} />
				))}
			</ul>
			{order.deliveredTo && (
				<p className="border-t border-line py-3">
					<span className="text-muted">Delivered to</span> {order.deliveredTo}
				</p>
			)}
			{order.discount && <SumRow label="Discount" amount={order.discount} />}
			{order.tax && <SumRow {...order.tax} />}
			{order.shipping && <SumRow label="Shipping" amount={order.shipping} />}
			{order.rounding && <SumRow label={roundingLabel} amount={order.rounding} />}
			<p className="sum-row border-t border-line pt-4">
				<span className="font-semibold">Total with tax</span>
				<span className="font-display text-xl font-semibold whitespace-nowrap tabular-nums">{order.total}</span>
			</p>
		</section>
	);
}

const SumRow = ({ label, amount }: { label: string; amount: string }) => (
	<p className="sum-row border-t border-line py-3 text-muted">
		<span>{label}</span>
		<span className="whitespace-nowrap tabular-nums">{amount}</span>
	</p>
);

function Line({ line: { name, about, amount, progress, domain, link } }: { line: OrderView["lines"][number] }) {
	return (
		<li className="flex gap-4 py-4">
			{domain && <Cloth name={domain.name} state={domain.cloth} className="mt-1 self-start" />}
			<div className="grid min-w-0 flex-1 grid-cols-[1fr_auto] gap-x-4 gap-y-1 sm:grid-cols-[1fr_auto_7rem] sm:items-baseline sm:gap-x-6">
				<div className="col-span-2 min-w-0 sm:col-span-1">
					<p className="font-semibold break-words">{name}</p>
					{about && <p className="text-sm text-muted">{about}</p>}
				</div>
				<p>{progress && <JobStatus progress={progress} />}</p>
				<p className="text-end whitespace-nowrap tabular-nums">{amount}</p>
				{progress?.message && <p className="col-span-2 text-sm sm:col-span-3">{progress.message}</p>}
				{link && (
					<p className="col-span-2 print:hidden sm:col-span-3">
						<a href={link.href} className="link-alone">
							{link.text}
							<span className="sr-only"> {name}</span>
						</a>
					</p>
				)}
			</div>
		</li>
	);
}

const CancelOrder = ({ variant }: { variant: "quiet" | "danger" }) => (
	<form method="post">
		<Button type="submit" variant={variant} name="intent" value="cancel">
			Cancel this order
		</Button>
	</form>
);

/** How a customer stops the renewal of a plan, in place of the button that cancels the order. */
const RenewedPlan = ({ name, href: plan, ended }: OrderView["renewedPlans"][number]) => (
	<p className="max-w-measure text-muted">
		{ended
			? `${name} has expired. If you don't want to keep it, leave this invoice unpaid. The plan then ends, and you don't owe anything. `
			: `${name} renews automatically. If you don't want that, cancel the plan, and it leaves this invoice. `}
		<a href={plan} className="link">
			Open {name}
		</a>
	</p>
);

function Actions({ order }: { order: OrderView }) {
	if (order.state === "cancelled")
		return (
			<ButtonLink href={href("/cart")} className="justify-self-start">
				To the cart
			</ButtonLink>
		);
	if (order.state === "pending_payment") {
		return (
			<div className="grid gap-4 print:hidden">
				<div className="flex flex-wrap gap-3">
					<ButtonLink href={href("/pay/:invoiceId", { invoiceId: order.invoice.id })}>Pay {order.toPay}</ButtonLink>
					{order.canCancel && order.renewedPlans.length === 0 && order.renewedDomains === null && (
						<CancelOrder variant="quiet" />
					)}
				</div>
				{order.renewedPlans.map((plan) => (
					<RenewedPlan key={plan.id} {...plan} />
				))}
				{order.canCancel && order.renewedPlans.length === 0 && order.renewedDomains !== null && (
					<details>
						<summary className={buttonClasses({ variant: "quiet" }, "cursor-pointer list-none marker:content-none")}>
							Cancel this order
						</summary>
						<div className="mt-2 grid justify-items-start gap-3">
							<p className="max-w-measure wrap-anywhere">
								This also turns auto-renew off for {order.renewedDomains}. You can still renew by hand, or turn
								auto-renew on again.
							</p>
							<CancelOrder variant="danger" />
						</div>
					</details>
				)}
			</div>
		);
	}
	return (
		<div className="flex flex-wrap gap-3 print:hidden">
			<ButtonLink href={href("/dashboard")} variant={order.mainName?.isReady ? "secondary" : "primary"}>
				Open my portal
			</ButtonLink>
			<PrintButton />
		</div>
	);
}
