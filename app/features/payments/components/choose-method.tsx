import { Form, Link, useNavigation } from "react-router";
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

interface ChooseMethodProps {
	view: PayView;
	phone: string;
	failure?: Failure;
}

/** M-Pesa first, where it is possible; each method is a form of its own, so that one press is enough. */
export function ChooseMethod({ view, phone, failure }: ChooseMethodProps) {
	if (view.underReview) return <Alert tone="pending" role="status" title={view.failure} />;
	const mpesa = view.methods.find(({ id }) => id === "mpesa");
	const card = view.methods.find(({ id }) => id === "card");
	return (
		<div className="grid gap-8">
			{failure ? (
				<FormError failure={failure.fields?.phone ? { ...failure, retryAfter: undefined } : failure} />
			) : (
				view.failure && (
					<Alert tone="danger" role="status" title="That payment did not go through">
						<p>{view.failure} Try again, or pay another way.</p>
					</Alert>
				)
			)}
			<div className="grid divide-y divide-line [&>*]:py-8 [&>:first-child]:pt-0 [&>:last-child]:pb-0">
				{view.credit && <CreditForm credit={view.credit} />}
				{view.cards.length > 0 && <SavedCards cards={view.cards} />}
				{mpesa && (
					<MpesaForm
						amount={mpesa.amount}
						letGo={mpesa.amount !== view.invoice.due}
						phone={phone}
						first={view.cards.length === 0}
						error={failure?.fields?.phone}
					/>
				)}
				{card && (
					<CardForm amount={card.amount} alone={!mpesa && view.cards.length === 0} saved={view.cards.length > 0} />
				)}
			</div>
		</div>
	);
}

function CreditForm({ credit: { held, use, coversAll } }: { credit: NonNullable<PayView["credit"]> }) {
	const { busy, waiting } = useBusy("credit");
	return (
		<Form method="post" className="grid gap-4">
			<Heading level={2} size="sm" className="flex items-center gap-2">
				<Icon name="wallet" className="text-lake" />
				Your credit
			</Heading>
			<p className="text-muted">
				{coversAll
					? `We hold ${held} of yours: enough for this invoice.`
					: `We hold ${held} of yours. Use it for this invoice, and pay only the rest.`}
			</p>
			<SubmitButton
				name="method"
				value="credit"
				variant={coversAll ? "primary" : "secondary"}
				busy={busy}
				disabled={waiting}
				busyText="Paying..."
			>
				{coversAll ? `Pay ${use} from credit` : `Use ${use} of credit`}
			</SubmitButton>
		</Form>
	);
}

interface MpesaFormProps {
	amount: string;
	/** The invoice has cents, and M-Pesa does not. */
	letGo: boolean;
	phone: string;
	/** Nothing is easier: no card is kept. */
	first: boolean;
	error?: string;
}

function MpesaForm({ amount, letGo, phone, first, error }: MpesaFormProps) {
	const { busy, waiting } = useBusy("mpesa");
	return (
		<Form method="post" noValidate className="grid gap-4">
			<Heading level={2} size="sm" className="flex items-center gap-2">
				<Icon name="smartphone" className="text-lake" />
				M-Pesa
			</Heading>
			<Field
				label="Safaricom number"
				name="phone"
				type="tel"
				autoComplete="tel"
				inputMode="tel"
				defaultValue={phone}
				error={error}
				hint="We send a request to this phone; you approve it with your PIN."
				required
			/>
			<SubmitButton
				name="method"
				value="mpesa"
				variant={first ? "primary" : "secondary"}
				busy={busy}
				disabled={waiting}
				busyText="Sending the request..."
			>
				<span>
					Pay {amount} <span className="whitespace-nowrap">with M-Pesa</span>
				</span>
			</SubmitButton>
			{letGo && <p className="text-sm text-muted">M-Pesa takes whole shillings. The cents are on us.</p>}
		</Form>
	);
}

function CardForm({ amount, alone, saved }: { amount: string; alone: boolean; saved: boolean }) {
	const { busy, waiting } = useBusy("card");
	return (
		<Form method="post" className="grid gap-4">
			<Heading level={2} size="sm" className="flex items-center gap-2">
				<Icon name="credit-card" className="text-lake" />
				{saved ? "Another card" : "Card"}
			</Heading>
			<p className="text-muted">You enter the card on our payment partner's page, then come back here.</p>
			<CheckboxField
				name="keep"
				label="Save this card for next time"
				hint="Our payment partner keeps its number. We keep the last four digits and the expiry, until you remove it."
			/>
			<CheckboxField
				name="renewals"
				label="Pay renewals with this card"
				hint={`The card is saved for this. ${renewalsAgreement}`}
			/>
			<SubmitButton
				name="method"
				value="card"
				variant={alone ? "primary" : "secondary"}
				busy={busy}
				disabled={waiting}
				busyText="Opening the card page..."
			>
				Pay {amount} by card
			</SubmitButton>
		</Form>
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
				<SavedCardForm key={card.id} card={card} first={index === 0} />
			))}
			<Link
				to="/dashboard/account-settings/billing"
				className="link inline-flex min-h-11 items-center justify-self-start"
			>
				Manage your cards
			</Link>
		</section>
	);
}

function SavedCardForm({ card: { id, name, amount }, first }: { card: PayView["cards"][number]; first: boolean }) {
	const { busy, waiting } = useBusy("saved", id);
	return (
		<Form method="post" className="grid">
			<input type="hidden" name="card" value={id} />
			<SubmitButton
				name="method"
				value="saved"
				variant={first ? "primary" : "secondary"}
				busy={busy}
				disabled={waiting}
				busyText="Asking your bank..."
			>
				<span>
					Pay {amount} <span className="whitespace-nowrap">with {name}</span>
				</span>
			</SubmitButton>
		</Form>
	);
}

/** While one method is on its way, the other one waits: two presses must not become two payments. */
function useBusy(method: string, card: string | null = null): { busy: boolean; waiting: boolean } {
	const { state, formData } = useNavigation();
	const sending = state !== "idle" && formData !== undefined;
	const mine = sending && formData.get("method") === method && (card === null || formData.get("card") === card);
	return { busy: mine, waiting: sending };
}
