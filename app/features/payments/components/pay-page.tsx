import type { ReactNode } from "react";
import { href } from "react-router";
import { brand } from "~/brand";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";
import type { Failure } from "~/lib/result";
import type { PayOption, PayView } from "../pay-view";
import { ChooseMethod } from "./choose-method";
import { PaySummary, PaySummaryStrip } from "./pay-summary";
import { SandboxHint } from "./sandbox-hint";
import { WaitForPayment } from "./wait-for-payment";

interface PayPageProps {
	view: PayView;
	/** The default phone number. */
	phone: string;
	/** The method that is open at first. */
	selected: PayOption | null;
	sandbox: boolean;
	failure?: Failure;
}

/** islands/polled-part.ts updates the part with the id `payment`. */
export function PayPage({ view, phone, selected, sandbox, failure }: PayPageProps) {
	const { step, orderId, link } = view;
	const isOpen = step === "choose" || step === "wait";
	return (
		<>
			{isOpen && <PaySummaryStrip view={view} />}
			<div className="page-column grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-8 pt-6 pb-8 sm:pt-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
				<polled-part
					id="payment"
					data-state={view.state}
					data-poll={view.polls ? "" : undefined}
					class="mx-auto block w-full max-w-xl min-w-0 lg:mx-0"
				>
					{step === "choose" && <ChooseMethod view={view} phone={phone} selected={selected} failure={failure} />}
					{step === "wait" && <WaitForPayment view={view} failure={failure} />}
					{step === "paid" && <Paid view={view} />}
					{step === "closed" && <Closed isLink={link !== null} credited={view.credited} />}
					{sandbox && isOpen && <SandboxHint view={view} />}
				</polled-part>
				{isOpen && <PaySummary view={view} />}
				<div className="mx-auto grid w-full max-w-xl gap-4 text-sm text-muted lg:col-start-1 lg:mx-0">
					<p className="flex gap-2">
						<Icon name="shield-check" size={16} className="mt-0.5 flex-none" />
						<span>
							We never see your PIN or your card number. Questions? Call{" "}
							<a href={brand.phone.href} className="link whitespace-nowrap">
								{brand.phone.display}
							</a>
							.
						</span>
					</p>
					{orderId && isOpen && (
						<p>
							<a href={href("/orders/:orderId", { orderId })} className="link-alone">
								See your order, or cancel it
							</a>
						</p>
					)}
				</div>
			</div>
		</>
	);
}

const Ended = ({ title, children }: { title: string; children: ReactNode }) => (
	<div className="grid justify-items-start gap-5">
		<Heading level={1} dot>
			{title}
		</Heading>
		{children}
	</div>
);

/** Invoices without an order. Others lead to their order's page. */
const Paid = ({ view: { invoice, link } }: { view: PayView }) => (
	<Ended title="Asante, it is paid">
		{link ? (
			<Alert tone="success" tabIndex={-1} data-focus title={`Invoice ${invoice.number} is paid.`}>
				There is nothing else to do. We emailed the receipt to the customer.
			</Alert>
		) : (
			<>
				<Alert tone="success" tabIndex={-1} data-focus title={`We received your payment of ${invoice.total}.`} />
				<ButtonLink href={href("/dashboard/invoices/:invoiceId", { invoiceId: invoice.id })}>
					See the invoice
				</ButtonLink>
			</>
		)}
	</Ended>
);

const Closed = ({ isLink, credited }: { isLink: boolean; credited: string | null }) => (
	<Ended title="Nothing to pay">
		{credited !== null && (
			<Alert tone="info" title={`${credited} arrived after this invoice was cancelled`}>
				<p>It is your credit now. Use it for your next invoice, or ask us for a refund.</p>
			</Alert>
		)}
		<p tabIndex={-1} data-focus>
			{isLink
				? "This invoice was cancelled or paid back, so there is nothing to pay."
				: "This invoice was cancelled, so there is nothing to pay. Nothing changes for your account and domains."}
		</p>
		{!isLink && <ButtonLink href={href("/cart")}>Go to cart</ButtonLink>}
	</Ended>
);
