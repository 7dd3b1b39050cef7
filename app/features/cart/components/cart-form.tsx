import type { FormHTMLAttributes } from "react";
import { HiddenFields } from "~/components/forms/hidden-fields";

interface CartFormProps extends FormHTMLAttributes<HTMLFormElement> {
	/** The address of the cart. */
	page: string;
	/** The intent and what it is about. */
	values: Readonly<Record<string, string | undefined>> & { intent: string };
}

/** A form that changes the cart. islands/cart-page.ts applies most changes in the browser. */
export const CartForm = ({ page, values, children, ...form }: CartFormProps) => (
	<form method="post" action={page} noValidate data-cart-form {...form}>
		<HiddenFields values={values} />
		{children}
	</form>
);
