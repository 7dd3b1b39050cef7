import { CheckoutFrame } from "~/components/layout/checkout-frame";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { contactValues, readCheckout } from "~/features/orders/checkout-form";
import { CheckoutView } from "~/features/orders/components/checkout-view";
import { readForm } from "~/lib/form-data";
import { failureData } from "~/lib/responses";
import { asCustomer, customerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/checkout";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Checkout") }];

export async function loader({ context }: Route.LoaderArgs) {
	const [customer, idempotencyKey] = await asCustomer(context, async ({ orders }) => orders.createIdempotencyKey());
	const { firstName, lastName, email, phone, company, country, currency, billing } = customer;
	const { address = "", city = "" } = billing ?? {};
	const contact = { firstName, lastName, email, phone: phone ?? "", company: company ?? "", address, city, country };
	return { contact, currency, idempotencyKey };
}

export async function action({ context, request }: Route.ActionArgs) {
	const form = await readForm(request);
	const values = contactValues(form);
	const input = readCheckout(form);
	if (!input.ok) return failureData(input.error, values);
	const placed = await context.get(servicesContext).orders.checkOut(await customerOf(context), input.value);
	return placed.ok ? { invoiceId: placed.value.invoiceId } : failureData(placed.error, values);
}

export default function CheckoutPage({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<CheckoutFrame step="details">
			<CheckoutView {...loaderData} answer={actionData} />
		</CheckoutFrame>
	);
}
