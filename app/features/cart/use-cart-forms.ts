import { type FormEvent, useEffect } from "react";
import { useRevalidator, useSubmit } from "react-router";
import { changeByForm, changeQuantity } from "~/islands/cart-forms";
import { browserCart } from "./browser-cart";
import { sendInTurn } from "./send-in-turn";

/** The cart's forms in pages with React. Spread the result on an element around them. */
export function useCartForms() {
	const submit = useSubmit();
	const { revalidate } = useRevalidator();
	useEffect(() => browserCart.subscribe(() => void revalidate()), [revalidate]);
	return {
		onSubmit(event: FormEvent<HTMLElement>) {
			const form = event.target;
			if (!(form instanceof HTMLFormElement) || form.dataset.cartForm === undefined) return;
			event.preventDefault();
			const { submitter } = event.nativeEvent as SubmitEvent;
			if (!changeByForm(form, submitter))
				void sendInTurn(() => submit(form, { preventScrollReset: true, replace: true }));
		},
		ref: listenForQuantities,
	};
}

/** The browser's `change` event. React's comes with each character, while the customer is still typing. */
function listenForQuantities(element: HTMLElement | null) {
	const change = (event: Event) => changeQuantity(event.target);
	element?.addEventListener("change", change);
	return () => element?.removeEventListener("change", change);
}
