import type { ReactNode } from "react";
import { href } from "react-router";
import { brand } from "~/brand";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { CheckoutBar } from "~/components/layout/checkout-bar";
import { MethodMarks } from "~/components/layout/payment-marks";
import { Alert } from "~/components/ui/alert";
import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";
import { formatMoney } from "~/lib/money";
import type { Failure } from "~/lib/result";
import type { PayOption, PayView } from "../pay-view";
import type { CreditUse } from "../payable";
import { renewalsAgreement } from "../renewal-charge";
import { BankTransfer } from "./bank-transfer";
import { ShownCredit, CreditUse as UseOfCredit } from "./credit-use";
import { Paybill } from "./paybill";

interface ChooseMethodProps {
	view: PayView;
	phone: string;
	selected: PayOption | null;
	failure?: Failure;
}

export function ChooseMethod({ view, phone, selected, failure }: ChooseMethodProps) {
	if (view.underReview) {
		return (
			<div className="grid gap-5">
				<Heading level={1} dot>
					We are checking your payment
				</Heading>
				<Alert tone="pending" tabIndex={-1} data-focus title={view.failure} />
			</div>
		);
	}
	const phoneFailure = failure?.fields?.phone ? failure : undefined;
	return (
		<div className="grid gap-5">
			<Heading level={1} dot>
				How do you want to pay?
			</Heading>
			{view.link && (
				<p className="wrap-anywhere">
					Invoice {view.invoice.number}, billed to {view.link.billedTo}, due on {view.link.due}.
				</p>
			)}
			{failure && !phoneFailure && <FormError whole failure={failure} />}
			{!failure && view.failure && (
				<Alert tone="danger" role="alert" tabIndex={-1} data-focus title="Your payment did not go through">
					<p>{view.failure} Try again, or pay another way.</p>
				</Alert>
			)}
			{view.waiting?.phone && <OpenRequest view={view} />}
			{view.credit && !view.credit.coversAll && <PayPart use={view.credit.use} />}
			{view.withoutMpesa && <p className="text-muted">{view.withoutMpesa}</p>}
			{selected !== null && <MethodsForm view={view} phone={phone} selected={selected} failure={phoneFailure} />}
			{view.link && (
				<p className="text-sm text-muted">
					Is this your invoice?{" "}
					<a
						href={`${href("/login")}?next=${encodeURIComponent(href("/pay/:invoiceId", { invoiceId: view.invoice.id }))}`}
						className="link"
					>
						Sign in
					</a>{" "}
					to pay with your credit or a saved card.
				</p>
			)}
			{view.transfer && <BankTransfer details={view.transfer} view={view} isOnly={selected === null} />}
			{selected === null && !view.transfer && <NoMethod />}
		</div>
	);
}

/** For an invoice in a currency that no provider takes. */
const NoMethod = () => (
	<Alert tone="info" title="This invoice can't be paid online">
		<p>
			Write to{" "}
			<a href={`mailto:${brand.emails.support}`} className="link">
				{brand.emails.support}
			</a>{" "}
			and we will tell you how to pay it.
		</p>
	</Alert>
);

/** While a request is on the customer's phone, another can't be sent. */
function OpenRequest({ view }: { view: PayView }) {
	const { waiting, address } = view;
	return (
		<Alert tone="pending" title={`A request is open on ${waiting?.phone}`}>
			<p>
				Approve or decline it there{view.offersCard && ", or pay by card"}.{" "}
				<a href={address} className="link">
					Back to the request
				</a>
			</p>
		</Alert>
	);
}

/** Pays a part, and leaves the rest for another method. */
const PayPart = ({ use }: { use: CreditUse }) => (
	<form
		method="post"
		className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface px-4 py-3"
	>
		<ShownCredit use={use} />
		<p className="flex min-w-0 flex-1 basis-60 gap-2">
			<Icon name="wallet" className="mt-0.5 flex-none text-lake" />
			<span>
				<UseOfCredit use={use} of="invoice" />
			</span>
		</p>
		<SubmitButton name="method" value="credit" variant="secondary" busyText="Paying...">
			Pay {formatMoney(use.pays)} from credit
		</SubmitButton>
	</form>
);

/** One form, so that the choice and the button work without script. The styles in app.css open the chosen method. */
function MethodsForm({ view, phone, selected, failure }: ChooseMethodProps) {
	const { methods, cards, credit, amount } = view;
	const option = (value: PayOption) => ({ value, isSelected: value === selected });
	return (
		<form method="post" noValidate>
			<fieldset className="pay-methods min-w-0">
				<legend className="sr-only">Payment method</legend>
				{credit?.coversAll && (
					<Method {...option("credit")} title="Your credit">
						<ShownCredit use={credit.use} />
						<p className="text-muted">
							<UseOfCredit use={credit.use} of="invoice" />
						</p>
					</Method>
				)}
				{cards.length > 0 && (
					<Method {...option("saved")} title={cards.length === 1 ? cards[0]?.name : "A saved card"}>
						<SavedCards cards={cards} />
					</Method>
				)}
				{methods.includes("mpesa") && (
					<Method {...option("mpesa")} title="M-Pesa" marks={<MethodMarks method="mpesa" />}>
						<FormError failure={failure} />
						<Field
							label="Safaricom number"
							name="phone"
							id="phone"
							type="tel"
							autoComplete="tel"
							inputMode="tel"
							defaultValue={phone}
							error={failure?.fields?.phone}
							hint="We send a request to this phone. Approve it with your M-Pesa PIN."
							required
						/>
						{view.paybill && (
							<details className="group">
								<summary className="inline-flex min-h-11 items-center gap-1 text-indigo underline underline-offset-4">
									Use the M-Pesa menu instead
									<Icon name="chevron-down" className="flex-none group-open:rotate-180" />
								</summary>
								<Paybill paybill={view.paybill} view={view} />
							</details>
						)}
					</Method>
				)}
				{methods.includes("card") && (
					<Method
						{...option("card")}
						title={cards.length > 0 ? "Another card" : "Card"}
						marks={<MethodMarks method="card" />}
					>
						<p className="text-muted">You enter your card on our payment partner's page, then return here.</p>
						{view.link === null && <KeepCard />}
					</Method>
				)}
				{methods.includes("paypal") && (
					<Method {...option("paypal")} title="PayPal" marks={<MethodMarks method="paypal" />}>
						<p className="text-muted">You approve the payment on PayPal's page, then return here.</p>
					</Method>
				)}
				<CheckoutBar label="To pay" amount={amount}>
					<SubmitButton busyText="One moment...">
						<span data-pays="credit">Pay from credit</span>
						<span data-pays="saved">Pay with this card</span>
						<span data-pays="mpesa">
							<span lang="sw">Lipa na</span> M‑Pesa
						</span>
						<span data-pays="card">Pay by card</span>
						<span data-pays="paypal">Pay with PayPal</span>
					</SubmitButton>
				</CheckoutBar>
			</fieldset>
		</form>
	);
}

const KeepCard = () => (
	<>
		<CheckboxField
			name="keep"
			label="Save this card for next time"
			hint="Our payment partner stores the number. We store the last four digits and the expiry date until you remove the card."
		/>
		<CheckboxField
			name="renewals"
			label="Pay renewals with this card"
			hint={`This also saves the card. ${renewalsAgreement}`}
		/>
	</>
);

interface MethodProps {
	value: PayOption;
	isSelected: boolean;
	title: ReactNode;
	marks?: ReactNode;
	children: ReactNode;
}

/** Siblings, because the styles need the radio before what it opens. */
function Method({ value, isSelected, title, marks, children }: MethodProps) {
	return (
		<>
			<input type="radio" id={`pay-${value}`} name="method" value={value} defaultChecked={isSelected} />
			<label htmlFor={`pay-${value}`}>
				<span>{title}</span>
				{marks}
			</label>
			<div className="pay-method">{children}</div>
		</>
	);
}

function SavedCards({ cards }: { cards: PayView["cards"] }) {
	return (
		<>
			{cards.length === 1 ? (
				<input type="hidden" name="card" value={cards[0]?.id} />
			) : (
				cards.map(({ id, name }, index) => (
					<label key={id} className="flex min-h-11 items-center gap-3">
						<input type="radio" name="card" value={id} defaultChecked={index === 0} className="size-5 flex-none" />
						{name}
					</label>
				))
			)}
			<p className="text-muted">
				One click pays. Your bank may ask you to confirm it.{" "}
				<a href={href("/dashboard/account-settings/billing")} className="link">
					Manage your cards
				</a>
			</p>
		</>
	);
}
