import { type FormEvent, useState } from "react";
import { href } from "react-router";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
import { Button, ButtonLink } from "~/components/ui/button";
import { toast } from "~/islands/toast";
import { browserCart, toItem } from "../browser-cart";
import { readCartChange } from "../cart-changes";
import { encodeItem } from "../cart-cookie";
import type { OrderedRenewal, RenewalOffer } from "../renewal-offer";
import { useCart } from "../use-cart";

interface RenewFormProps {
	offer: RenewalOffer;
	/** Whether its invoice will be charged automatically. */
	charged?: boolean;
}

/** Adds a renewal to the cart, or changes how long it is for. */
export function RenewForm({ offer, charged = false }: RenewFormProps) {
	const state = useCart();
	const [chosen, choose] = useState<number>();
	if ("refused" in offer) return <p className="max-w-measure text-muted">{offer.refused}</p>;
	if ("ordered" in offer) return <Ordered {...offer.ordered} charged={charged} />;
	const { item, choices } = offer;
	const existing = state?.cart.find(({ id }) => id === item.id);
	const quantity = chosen ?? existing?.quantity ?? 1;

	async function submit(event: FormEvent<HTMLFormElement>) {
		const change = readCartChange(new FormData(event.currentTarget));
		if (!change) return;
		event.preventDefault();
		const { done, message } = await browserCart.change(change, item);
		toast(message ?? "", done ? "success" : "error");
	}

	return (
		<form method="post" action={href("/dashboard/cart")} onSubmit={submit} className="grid max-w-md gap-4">
			<HiddenFields values={{ intent: "renew", item: encodeItem(toItem(item)) }} />
			<SelectField
				label="Renew for"
				name="quantity"
				hint={`Until ${choices.find((choice) => choice.quantity === quantity)?.until}`}
				value={quantity}
				onChange={(event) => choose(Number(event.currentTarget.value))}
				// A choice before hydration would be lost. Without script the cart has the same choice.
				disabled={state === null}
			>
				{choices.map(({ quantity, text }) => (
					<option key={quantity} value={quantity}>
						{text}
					</option>
				))}
			</SelectField>
			<div className="flex flex-wrap gap-3">
				<Button type="submit" variant={existing ? "secondary" : "primary"}>
					{existing ? "Update cart" : "Add to Cart"}
					<span className="sr-only">: {item.name}</span>
				</Button>
				{existing && <ButtonLink href={href("/dashboard/cart")}>View Cart</ButtonLink>}
			</div>
		</form>
	);
}

/** The invoice of what is ordered, with the way to pay it. */
export function Ordered({ what, invoice, invoiceId, paid, charged = false }: OrderedRenewal & { charged?: boolean }) {
	if (paid)
		return (
			<p className="max-w-measure">
				The {what} is paid with invoice {invoice} and in progress.
			</p>
		);
	return (
		<div className="grid justify-items-start gap-3">
			<p className="max-w-measure">
				Invoice {invoice} for the {what}{" "}
				{charged ? "will be paid automatically. You can also pay it now." : "is waiting for your payment."}
			</p>
			<div className="flex flex-wrap gap-3">
				<ButtonLink href={href("/pay/:invoiceId", { invoiceId })} variant={charged ? "secondary" : "primary"}>
					Pay invoice {invoice}
				</ButtonLink>
				<ButtonLink href={href("/dashboard/invoices/:invoiceId", { invoiceId })} variant="secondary">
					See the invoice
				</ButtonLink>
			</div>
		</div>
	);
}
