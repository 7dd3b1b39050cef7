import type { ReactNode } from "react";
import { href } from "react-router";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { PasswordField } from "~/components/forms/password-field";
import { ProofOfWork } from "~/components/forms/proof-of-work";
import { SubmitButton } from "~/components/forms/submit";
import { CheckoutBar } from "~/components/layout/checkout-bar";
import { EmailAddress } from "~/components/ui/email-address";
import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";
import type { IconName } from "~/components/ui/icon-names";
import { EnterButton } from "~/features/accounts/components/email-field";
import { minPasswordLength, passwordAdvice, tooShort } from "~/features/accounts/password-length";
import type { CartState } from "~/features/cart/cart-cookie";
import type { CartPreview } from "~/features/cart/cart-preview";
import { Checked } from "~/features/cart/components/checked";
import { PromoBox } from "~/features/cart/components/promo-box";
import { cartEntries } from "~/features/cart/entries";
import { isOrderable, type Quote } from "~/features/cart/quote";
import { CreditUse } from "~/features/payments/components/credit-use";
import { creditUse, type CreditUse as Use } from "~/features/payments/payable";
import { formatMoney } from "~/lib/money";
import { pageAccountField } from "~/lib/page-account";
import type { Failure } from "~/lib/result";
import { withNext } from "~/lib/safe-redirect";
import { type ContactValues, newDomains } from "../contact-values";
import { CheckoutSummary, CheckoutSummaryStrip } from "./checkout-summary";
import { ContactFields, CustomerContact } from "./contact-fields";

interface CheckoutCustomer {
	/** Undefined if their session has ended. */
	readonly id?: string;
	readonly email: string;
	/** The customer's name, for someone who uses their account. */
	readonly actingFor?: string | null;
}

export interface CheckoutFormProps {
	state: CartState;
	preview: CartPreview;
	contact: ContactValues;
	/** Null for visitors, who create their account here. */
	customer: CheckoutCustomer | null;
	/** New for every page view. */
	idempotencyKey: string;
	/** The customer's credit in the currency of the prices, in minor units. */
	credit: number;
	failure?: Failure | undefined;
}

export function CheckoutForm({
	state,
	preview,
	contact,
	customer,
	idempotencyKey,
	credit,
	failure,
}: CheckoutFormProps) {
	const { promo } = state;
	const errors = failure?.fields ?? {};
	const isNew = customer === null;
	const hasGoods = preview.quote.lines.some(({ delivery }) => delivery !== undefined);
	const hasNewDomains = preview.quote.lines.some(({ kind }) => newDomains.some((one) => one === kind));
	const Contact = isNew ? ContactFields : CustomerContact;
	return (
		<>
			<CheckoutSummaryStrip preview={preview} />
			<div className="page-column grid grid-cols-[minmax(0,1fr)] gap-x-16 pt-6 sm:pt-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:pb-12">
				<div className="mx-auto grid w-full max-w-xl grid-cols-[minmax(0,1fr)] gap-5 lg:mx-0">
					<header className="grid gap-1">
						<Heading level={1} dot>
							Your details
						</Heading>
						<p className="wrap-anywhere text-muted">
							{isNew ? (
								<SignInInstead />
							) : (
								<>
									{customer.actingFor ? `You order in the account of ${customer.actingFor}, ` : "Signed in as "}
									<EmailAddress address={customer.email} />.
								</>
							)}
						</p>
					</header>
					<form id="checkout" method="post" noValidate data-keep data-cart-form className="grid gap-5">
						<EnterButton />
						<FormError whole={["promo"]} failure={failure} />
						{isNew && <ProofOfWork failure={failure} />}
						<HiddenFields
							values={{
								[pageAccountField]: customer?.id,
								idempotencyKey,
								items: JSON.stringify(cartEntries(state.cart)),
								promo: promo ?? "",
							}}
						/>
						<Checked preview={preview}>
							{({ total }) => <HiddenFields values={{ expectedTotal: total.amount }} />}
						</Checked>
						<Contact values={contact} errors={errors} hasGoods={hasGoods} hasNewDomains={hasNewDomains} />
						{isNew && (
							<PasswordField
								label="Password"
								id="password"
								name="password"
								autoComplete="new-password"
								required
								minLength={minPasswordLength}
								hint={passwordAdvice}
								check={tooShort}
								error={errors.password}
							/>
						)}
					</form>
					{/* This is a form too, so it can't be inside the checkout form. */}
					<PromoBox page={href("/cart")} within="checkout" promo={promo} quote={preview.quote} />
					{isNew && (
						<CheckboxField
							id="terms"
							name="terms"
							form="checkout"
							defaultChecked={contact.terms === "on"}
							error={errors.terms}
							required
							label={<>I accept the {terms}</>}
						/>
					)}
					<Checked preview={preview}>{(quote) => <Problems quote={quote} />}</Checked>
					<Checked preview={preview}>{({ toPay }) => <CreditNote use={creditUse(toPay, credit)} />}</Checked>
					<Note icon="lock">
						{isNew ? (
							"Next, you confirm your email and choose how to pay."
						) : (
							<>You choose how to pay on the next page. Nothing is charged before you approve it. The {terms} apply.</>
						)}
					</Note>
					<Checked preview={preview}>
						{(quote) => (
							<CheckoutBar label="Total with tax" amount={formatMoney(quote.toPay)}>
								<SubmitButton form="checkout" busyText="One moment..." disabled={!isOrderable(quote)}>
									<span>Continue{!isNew && <span className="max-sm:sr-only"> to payment</span>}</span>
								</SubmitButton>
							</CheckoutBar>
						)}
					</Checked>
				</div>
				<CheckoutSummary preview={preview} />
			</div>
		</>
	);
}

const SignInInstead = () => (
	<>
		New here? This creates your account. Already have an account?{" "}
		<a href={withNext(href("/login"), href("/checkout"))} className="link">
			Sign in
		</a>
	</>
);

const terms = (
	<a href={href("/terms")} target="_blank" rel="noopener" className="link">
		terms and conditions
		<span className="sr-only"> (opens in a new tab)</span>
	</a>
);

const CreditNote = ({ use }: { use: Use | null }) =>
	use && (
		<Note icon="wallet">
			<CreditUse use={use} of="order" /> You choose this on the next page.
		</Note>
	);

const Note = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
	<p className="flex gap-2 text-sm text-muted">
		<Icon name={icon} size={16} className="mt-0.5 flex-none" />
		<span>{children}</span>
	</p>
);

/** Why the button is disabled, and what else the customer should know about the cart. */
export function Problems({ quote: { problems } }: { quote: Pick<Quote, "problems"> }) {
	if (problems.length === 0) return null;
	const stops = problems.filter(({ blocks }) => blocks);
	return (
		<div className="grid gap-2 text-sm">
			{problems.map(({ key, code, message, blocks }) => (
				<p key={`${key} ${code}`} className={blocks ? "font-medium text-danger" : "text-muted"}>
					{message}
				</p>
			))}
			{stops.some(({ code }) => code === "promo") && (
				<p className="text-muted">Change or remove the promo code above to continue.</p>
			)}
			{stops.some(({ code }) => code !== "promo") && (
				<p className="text-muted">
					Something in your cart can't be ordered.{" "}
					<a href={href("/cart")} className="link">
						Change the cart
					</a>
				</p>
			)}
		</div>
	);
}
