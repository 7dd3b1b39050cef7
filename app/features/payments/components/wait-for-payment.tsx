import type { ReactNode } from "react";
import { CheckoutBar } from "~/components/layout/checkout-bar";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { Heading } from "~/components/ui/heading";
import { localMobile } from "~/lib/kenyan-mobile";
import type { Failure } from "~/lib/result";
import { withParameter } from "../pay-link";
import { receiptText } from "../pay-title";
import type { PayView } from "../pay-view";
import { Paybill } from "./paybill";
import { SignalDots } from "./signal-dots";

/** Waits for the answer to the open request. */
export function WaitForPayment({ view, failure }: { view: PayView; failure?: Failure }) {
	const { waiting } = view;
	if (!waiting) return null;
	if (waiting.byOther) return <WaitForOther view={view} />;
	return (
		<div className="grid gap-6">
			{failure && <Alert tone="danger" role="alert" tabIndex={-1} title={failure.message} />}
			{waiting.method === "mpesa" ? (
				<WaitForPhone view={view} phone={waiting.phone ?? ""} secondsLeft={waiting.secondsLeft} />
			) : waiting.method === "paypal" ? (
				<WaitForPayPal view={view} clearing={waiting.clearing} />
			) : waiting.card && !waiting.href ? (
				<>
					<Title>Your bank is deciding</Title>
					<SignalDots />
					<p>
						We asked it to approve a payment of <Amount view={view} /> with{" "}
						<strong className="whitespace-nowrap">{waiting.card}</strong>. This page updates automatically.
					</p>
				</>
			) : (
				<>
					<Title>{waiting.card ? "Confirm it with your bank" : "Finish your card payment"}</Title>
					<p>
						{waiting.card
							? `Your bank wants you to confirm this payment with ${waiting.card}.`
							: "Your card payment is open on our payment partner's page. If you closed the page, you can open it again."}
					</p>
				</>
			)}
			<p data-offline hidden className="rounded-field bg-maize-wash px-4 py-3 font-medium" role="status">
				You are offline. Your payment is not affected. This page updates as soon as you are connected again.
			</p>
			{waiting.method === "mpesa" && <NoPrompt view={view} />}
			{waiting.method !== "mpesa" && !waiting.clearing && <OtherWays view={view} />}
			{waiting.href && waiting.method !== "mpesa" && (
				<CheckoutBar label="To pay" amount={view.amount}>
					<ButtonLink href={waiting.href}>{continueLabel(waiting)}</ButtonLink>
				</CheckoutBar>
			)}
		</div>
	);
}

/** Someone with the pay link has a request on their phone, or PayPal is checking their payment. */
function WaitForOther({ view }: { view: PayView }) {
	const { waiting } = view;
	return (
		<div className="grid gap-6">
			<Title>Someone is paying this invoice</Title>
			<p>
				{waiting?.clearing
					? "Someone with the pay link paid this invoice with PayPal, and the money is on its way to us. You don't have to pay it."
					: `Someone with the pay link asked for an M‑Pesa request to ${localMobile(waiting?.phone ?? "")}. If it is not approved in ${waiting?.secondsLeft} seconds, you can pay here.`}
			</p>
			<SignalDots />
			<CheckAgain address={view.address} />
		</div>
	);
}

function continueLabel({ method, card }: NonNullable<PayView["waiting"]>): string {
	if (method === "paypal") return "Continue to PayPal";
	return card ? "Continue to your bank" : "Continue to the card page";
}

/** Takes the focus when the page gets here by script, so that screen readers read it. */
const Title = ({ children }: { children: ReactNode }) => (
	<div tabIndex={-1} data-focus>
		<Heading level={1} dot>
			{children}
		</Heading>
	</div>
);

const Amount = ({ view }: { view: PayView }) => <strong className="whitespace-nowrap">{view.amount}</strong>;

function WaitForPayPal({ view, clearing }: { view: PayView; clearing: boolean }) {
	if (clearing)
		return (
			<>
				<Title>PayPal is checking your payment</Title>
				<p>
					You paid <Amount view={view} />, and the money is on its way to us. This can take a few days if you pay from a
					bank account. You don't have to pay again. {receiptText(view.link, "money")}
				</p>
			</>
		);
	return (
		<>
			<Title>Finish your PayPal payment</Title>
			<p>Your payment is open on PayPal's page. If you closed the page, you can open it again.</p>
		</>
	);
}

interface WaitForPhoneProps {
	view: PayView;
	phone: string;
	secondsLeft: number;
}

function WaitForPhone({ view, phone, secondsLeft }: WaitForPhoneProps) {
	return (
		<>
			<Title>Look at your phone</Title>
			<p className="text-lg">
				We sent a request for <Amount view={view} /> to <strong className="wrap-anywhere">{phone}</strong>. Enter your
				M‑Pesa PIN there to approve it. This page updates automatically.
			</p>
			<p className="flex items-center gap-3">
				<SignalDots />
				<span>
					You have{" "}
					<span role="timer" data-seconds={secondsLeft} className="font-semibold tabular-nums">
						{secondsLeft} s
					</span>{" "}
					to approve it.
				</span>
			</p>
		</>
	);
}

/** What to do if the phone shows no request. */
function NoPrompt({ view }: { view: PayView }) {
	const { address } = view;
	return (
		<section aria-labelledby="no-prompt" className="grid gap-4 border-t border-line pt-6">
			<Heading level={2} size="sm" id="no-prompt">
				No request on your phone?
			</Heading>
			<ul className="grid list-disc gap-3 ps-5 marker:text-sun">
				<li>Check that the phone is on, unlocked and has a signal. The request can take half a minute.</li>
				<li>
					When the time is over, you can send it again here or{" "}
					<a href={withParameter(address, "choose", "mpesa")} className="link">
						use another number
					</a>
					.
				</li>
				{view.offersCard && (
					<li>
						You can{" "}
						<a href={withParameter(address, "choose", "card")} className="link">
							pay by card
						</a>{" "}
						now.
					</li>
				)}
				{view.paybill && (
					<li>
						<Paybill paybill={view.paybill} view={view} />
					</li>
				)}
			</ul>
			<CheckAgain address={address} />
		</section>
	);
}

function OtherWays({ view }: { view: PayView }) {
	const { address } = view;
	return (
		<p className="flex flex-wrap gap-x-6">
			<CheckAgain address={address} />
			<a href={withParameter(address, "choose")} className="link-alone">
				Pay another way
			</a>
		</p>
	);
}

/** For browsers without script. */
const CheckAgain = ({ address }: { address: string }) => (
	<noscript>
		<a href={address} className="link-alone">
			Check again
		</a>
	</noscript>
);
