import { href, Link } from "react-router";
import { brand } from "~/brand";
import { NarrowPage } from "~/components/layout/narrow-page";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import type { Failure } from "~/lib/result";
import type { PayView } from "../pay-view";
import { ChooseMethod } from "./choose-method";
import { SandboxHint } from "./sandbox-hint";
import { WaitForPayment } from "./wait-for-payment";

interface PayPageProps {
	view: PayView;
	/** The default phone number. */
	phone: string;
	sandbox: boolean;
	failure?: Failure;
}

const titles = { choose: "Pay", wait: "Waiting for you", paid: "Paid. Thank you", closed: "Nothing to pay" } as const;

export function PayPage({ view, phone, sandbox, failure }: PayPageProps) {
	const { invoice, step, orderId } = view;
	return (
		<NarrowPage
			title={titles[step]}
			lead={
				<>
					Invoice{" "}
					<Link to={href("/dashboard/invoices/:invoiceId", { invoiceId: invoice.id })} className="link">
						{invoice.number}
					</Link>{" "}
					·{" "}
					<strong className="whitespace-nowrap text-ink">
						{step === "paid" || step === "closed" ? invoice.total : invoice.due}
					</strong>
					{invoice.creditUsed && (step === "choose" || step === "wait") && (
						<span className="block text-base">
							{invoice.total}, of which {invoice.creditUsed} is paid from your credit
						</span>
					)}
				</>
			}
			footer={orderId && step !== "paid" ? <OrderLink orderId={orderId} /> : undefined}
		>
			{step === "choose" && <ChooseMethod view={view} phone={phone} failure={failure} />}
			{step === "wait" && <WaitForPayment view={view} failure={failure} />}
			{step === "paid" && (
				<div className="grid gap-5">
					<Alert tone="success" title="We received your payment." />
					<ButtonLink href={href("/dashboard/invoices/:invoiceId", { invoiceId: invoice.id })}>
						See the invoice
					</ButtonLink>
				</div>
			)}
			{step === "closed" && (
				<div className="grid gap-5">
					<p>This invoice was cancelled, so there is nothing to pay. Nothing changes for your account and domains.</p>
					<ButtonLink href={href("/cart")}>Go to cart</ButtonLink>
				</div>
			)}
			{sandbox && step !== "paid" && <SandboxHint view={view} />}
			<p className="mt-6 flex gap-2 border-t border-line pt-5 text-sm text-muted">
				<Icon name="shield-check" size={16} className="mt-0.5 flex-none" />
				<span>
					We never see your PIN or your card number. Questions? Call{" "}
					<a href={brand.phone.href} className="whitespace-nowrap text-indigo underline underline-offset-4">
						{brand.phone.display}
					</a>
					.
				</span>
			</p>
		</NarrowPage>
	);
}

const OrderLink = ({ orderId }: { orderId: string }) => (
	<Link to={href("/orders/:orderId", { orderId })} className="text-indigo underline underline-offset-4">
		See your order, or cancel it
	</Link>
);
