import { Form, href, Link } from "react-router";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { Alert } from "~/components/ui/alert";
import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";
import type { Failure } from "~/lib/result";
import type { PayView } from "../pay-view";
import { renewalsAgreement } from "../renewal-charge";
import { MethodForm, PayWith, usePaymentSubmission } from "./method-form";

interface ChooseMethodProps {
	view: PayView;
	phone: string;
	failure?: Failure;
}

/** Each method is its own form, so that one click pays. */
export function ChooseMethod({ view, phone, failure }: ChooseMethodProps) {
	if (view.underReview) return <Alert tone="pending" role="status" title={view.failure} />;
	const mpesa = view.methods.find(({ id }) => id === "mpesa");
	const card = view.methods.find(({ id }) => id === "card");
	const phoneFailure = mpesa && failure?.fields?.phone ? failure : undefined;
	return (
		<div className="grid gap-8">
			{failure
				? !phoneFailure && <FormError whole failure={failure} />
				: view.failure && (
						<Alert tone="danger" role="status" title="Your payment did not go through">
							<p>{view.failure} Try again, or pay another way.</p>
						</Alert>
					)}
			<div className="grid divide-y divide-line [&>*]:py-8 [&>:first-child]:pt-0 [&>:last-child]:pb-0">
				{view.credit && <CreditForm credit={view.credit} />}
				{view.cards.length > 0 && <SavedCards cards={view.cards} />}
				{mpesa && (
					<MpesaForm
						amount={mpesa.amount}
						roundedDown={mpesa.amount !== view.invoice.due}
						phone={phone}
						primary={view.cards.length === 0}
						failure={phoneFailure}
					/>
				)}
				{card && (
					<CardForm amount={card.amount} primary={!mpesa && view.cards.length === 0} saved={view.cards.length > 0} />
				)}
			</div>
		</div>
	);
}

function CreditForm({ credit: { held, use, coversAll } }: { credit: NonNullable<PayView["credit"]> }) {
	return (
		<MethodForm
			method="credit"
			icon="wallet"
			title="Your credit"
			primary={coversAll}
			pay={coversAll ? `Pay ${use} from credit` : `Use ${use} of credit`}
			busyText="Paying..."
		>
			<p className="text-muted">
				{coversAll
					? `You have ${held} of credit, which is enough for this invoice.`
					: `You have ${held} of credit. Use it for this invoice and pay only the rest.`}
			</p>
		</MethodForm>
	);
}

interface MpesaFormProps {
	amount: string;
	/** Whether the amount is below the invoice's, because M-Pesa takes no cents. */
	roundedDown: boolean;
	phone: string;
	primary: boolean;
	/** An error about the phone number. */
	failure: Failure | undefined;
}

function MpesaForm({ amount, roundedDown, phone, primary, failure }: MpesaFormProps) {
	return (
		<MethodForm
			method="mpesa"
			icon="smartphone"
			title="M-Pesa"
			primary={primary}
			pay={<PayWith amount={amount} means="M-Pesa" />}
			busyText="Sending the request..."
			note={roundedDown && "M-Pesa takes whole shillings, so you don't pay the cents."}
		>
			<FormError failure={failure} />
			<Field
				label="Safaricom number"
				name="phone"
				type="tel"
				autoComplete="tel"
				inputMode="tel"
				defaultValue={phone}
				error={failure?.fields?.phone}
				hint="We send a request to this phone. Approve it with your M-Pesa PIN."
				required
			/>
		</MethodForm>
	);
}

function CardForm({ amount, primary, saved }: { amount: string; primary: boolean; saved: boolean }) {
	return (
		<MethodForm
			method="card"
			icon="credit-card"
			title={saved ? "Another card" : "Card"}
			primary={primary}
			pay={`Pay ${amount} by card`}
			busyText="Opening the card page..."
		>
			<p className="text-muted">You enter your card on our payment partner's page, then return here.</p>
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
		</MethodForm>
	);
}

function SavedCards({ cards }: { cards: PayView["cards"] }) {
	return (
		<section className="grid gap-4" aria-labelledby="saved-cards">
			<Heading level={2} size="sm" id="saved-cards" className="flex items-center gap-2">
				<Icon name="credit-card" className="text-lake" />
				{cards.length === 1 ? "Your saved card" : "Your saved cards"}
			</Heading>
			{cards.map((card, index) => (
				<SavedCardForm key={card.id} card={card} primary={index === 0} />
			))}
			<Link to={href("/dashboard/account-settings/billing")} className="link-alone justify-self-start">
				Manage your cards
			</Link>
		</section>
	);
}

function SavedCardForm({ card: { id, name, amount }, primary }: { card: PayView["cards"][number]; primary: boolean }) {
	const { busy, waiting } = usePaymentSubmission("saved", id);
	return (
		<Form method="post" className="grid">
			<input type="hidden" name="card" value={id} />
			<SubmitButton
				name="method"
				value="saved"
				variant={primary ? "primary" : "secondary"}
				busy={busy}
				disabled={waiting}
				busyText="Asking your bank..."
			>
				<PayWith amount={amount} means={name} />
			</SubmitButton>
		</Form>
	);
}
