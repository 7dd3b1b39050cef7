import { href, redirect } from "react-router";
import { CheckoutFrame } from "~/components/layout/checkout-frame";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { PayPage } from "~/features/payments/components/pay-page";
import { payView } from "~/features/payments/pay-view";
import { startPaymentSchema } from "~/features/payments/payment.schema";
import { readForm } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, failureOrNotFound, notFound } from "~/lib/responses";
import { asCustomer, customerOf, ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/pay";

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? `Pay invoice ${loaderData.view.invoice.number}` : "Not found") },
];

/** Shows the stored payment status. Returning from a payment page proves nothing. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
	const services = context.get(servicesContext);
	const [customer, found] = await asCustomer(context, ({ payments }, owner) =>
		payments.overview(owner, params.invoiceId),
	);
	if (!found) notFound();
	const payerPhone = found.payerPhone ?? customer.phone;
	const view = payView({ ...found, payerPhone }, services.clock(), url.searchParams.has("choose"));
	if (view.step === "paid" && view.orderId) throw redirect(href("/orders/:orderId", { orderId: view.orderId }));
	return { view, sandbox: services.sandbox !== null };
}

export async function action({ context, params, request }: Route.ActionArgs) {
	const form = Object.fromEntries(await readForm(request));
	const input = parse(startPaymentSchema, form);
	if (!input.ok) return failureData(input.error, { phone: String(form.phone ?? "") });
	const { payments } = context.get(servicesContext);
	const { value } = input;
	const started =
		value.method === "credit"
			? await payments.credit.pay(ownerOf(context), params.invoiceId)
			: await payments.start(await customerOf(context), params.invoiceId, value);
	if (started.ok)
		return redirect(started.value?.redirectUrl ?? href("/pay/:invoiceId", { invoiceId: params.invoiceId }), 303);
	return failureOrNotFound(started.error, { phone: String(form.phone ?? "") });
}

export default function Pay({ loaderData, actionData }: Route.ComponentProps) {
	const phone = actionData?.values?.phone || loaderData.view.phone;
	return (
		<CheckoutFrame step={loaderData.view.step === "closed" ? null : "pay"}>
			<PayPage {...loaderData} phone={phone} failure={actionData?.failure} />
		</CheckoutFrame>
	);
}
