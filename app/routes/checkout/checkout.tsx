import { href, redirectDocument } from "react-router";
import { CheckoutFrame } from "~/components/layout/checkout-frame";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { withoutOrdered } from "~/features/cart/cart-cookie";
import { contactValues, readCheckout } from "~/features/orders/checkout-form";
import { CheckoutView } from "~/features/orders/components/checkout-view";
import { readForm } from "~/lib/form-data";
import { failureData } from "~/lib/responses";
import { asCustomer, customerOf } from "~/middleware/as-customer";
import { cartHeaders, cartOf, loadCart, withAuthCodes } from "~/middleware/cart";
import type { Route } from "./+types/checkout";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Checkout") }];

export async function loader({ request, context }: Route.LoaderArgs) {
	const [customer, { state, preview }] = await asCustomer(context, () => loadCart({ request, context }));
	const { firstName, lastName, email, phone, company, country, billing } = customer;
	const { address = "", city = "" } = billing ?? {};
	const contact = { firstName, lastName, email, phone: phone ?? "", company: company ?? "", address, city, country };
	return { contact, state, preview, idempotencyKey: context.get(servicesContext).orders.createIdempotencyKey() };
}

export async function action({ context, request }: Route.ActionArgs) {
	const form = await readForm(request);
	const values = contactValues(form);
	const input = readCheckout(form);
	if (!input.ok) return failureData(input.error, values);
	const items = await withAuthCodes({ request, context }, input.value.items);
	const { orders } = context.get(servicesContext);
	const placed = await orders.checkOut(await customerOf(context), { ...input.value, items });
	if (!placed.ok) return failureData(placed.error, values);
	const headers = await cartHeaders({ context }, { state: withoutOrdered(cartOf(request), items) });
	return redirectDocument(href("/pay/:invoiceId", { invoiceId: placed.value.invoiceId }), { headers });
}

export default function CheckoutPage({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<CheckoutFrame step="details">
			<CheckoutView {...loaderData} answer={actionData} />
		</CheckoutFrame>
	);
}
