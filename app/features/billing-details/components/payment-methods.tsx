import { Form, href, Link } from "react-router";
import { PageAccount } from "~/components/forms/page-account";
import { RowAction } from "~/components/forms/row-action";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { Switch } from "~/components/ui/switch";
import { TitledCard } from "~/components/ui/titled-card";
import type { ListedCard } from "~/features/payments/payment-card";
import { renewalsAgreement } from "~/features/payments/renewal-charge";

interface PaymentMethodsProps {
	/** The default card first. */
	cards: readonly ListedCard[];
	phones: readonly { readonly phone: string; readonly used: string }[];
}

/** Saved cards and M-Pesa numbers, and forms to remove them. */
export function PaymentMethods({ cards, phones }: PaymentMethodsProps) {
	const preferred = cards.find(({ expired }) => !expired)?.id;
	return (
		<TitledCard
			title="Payment methods"
			lead="Your saved cards and the M‑Pesa numbers that you paid with. Only our payment partner gets your card numbers. We store the last four digits and the expiry date."
			id="methods"
			className="max-w-3xl scroll-mt-6"
		>
			{cards.length > 0 && (
				<ul className="divide-y divide-line" aria-label="Saved cards">
					{cards.map((card) => (
						<SavedCard key={card.id} card={card} preferred={card.id === preferred} />
					))}
				</ul>
			)}
			{phones.length > 0 && (
				<ul className="divide-y divide-line" aria-label="M-Pesa numbers">
					{phones.map(({ phone, used }) => (
						<li key={phone} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
							<span className="flex items-center gap-3">
								<Icon name="smartphone" className="flex-none text-muted" />
								<span>
									<span className="block font-semibold tabular-nums">{phone}</span>
									<span className="block text-sm text-muted">M-Pesa · last used {used}</span>
								</span>
							</span>
							<div className="max-sm:ps-8">
								<RowAction change={{ intent: "forget", phone }} subject={phone}>
									Remove
								</RowAction>
							</div>
						</li>
					))}
				</ul>
			)}
			{cards.length > 0 && (
				<p className="max-w-measure text-sm text-muted">
					{cards.some(({ paysRenewals }) => paysRenewals)
						? "The card that is turned on pays your renewals. "
						: "No card pays your renewals, so you pay each invoice yourself. Turn on a card to pay them automatically. "}
					{renewalsAgreement}
				</p>
			)}
			{phones.length + cards.length === 0 && (
				<p>You have no saved payment methods. To save a card, tick “Save this card” when you pay.</p>
			)}
			<Link to={href("/dashboard/invoices")} className="link-alone justify-self-start">
				See your invoices and receipts
			</Link>
		</TitledCard>
	);
}

function SavedCard({ card, preferred }: { card: ListedCard; preferred: boolean }) {
	const { id, name, expires, expired, paysRenewals } = card;
	return (
		<li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
			<span className="flex items-center gap-3">
				<Icon name="credit-card" className="flex-none text-muted" />
				<span>
					<span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold tabular-nums">
						{name}
						{preferred && !expired && <Badge tone="info">Default</Badge>}
						{expired && <Badge tone="danger">Expired</Badge>}
					</span>
					<span className="block text-sm text-muted">
						{expired ? "Expired" : "Expires"} {expires}
					</span>
				</span>
			</span>
			<Form method="post" preventScrollReset className="flex flex-wrap gap-2 max-sm:ps-8">
				<PageAccount />
				<input type="hidden" name="card" value={id} />
				{!preferred && !expired && (
					<Button type="submit" name="intent" value="prefer-card" variant="quiet" size="sm">
						Make default<span className="sr-only">: {name}</span>
					</Button>
				)}
				<Button type="submit" name="intent" value="remove-card" variant="secondary" size="sm">
					Remove<span className="sr-only"> {name}</span>
				</Button>
			</Form>
			{(paysRenewals || !expired) && <RenewalsSwitch card={card} />}
		</li>
	);
}

function RenewalsSwitch({ card: { id, name, expired, paysRenewals } }: { card: ListedCard }) {
	return (
		<Form method="post" preventScrollReset className="flex basis-full items-center justify-between gap-4 ps-8">
			<PageAccount />
			<input type="hidden" name="intent" value="renewals-card" />
			<input type="hidden" name="card" value={id} />
			<span>
				Pay renewals with this card
				{expired && (
					<span className="block text-danger">This card has expired, so we do not charge it. Choose another card.</span>
				)}
			</span>
			<Switch name="on" on={paysRenewals} label={`Pay renewals with ${name}`} />
		</Form>
	);
}
