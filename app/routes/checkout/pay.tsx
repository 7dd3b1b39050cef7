import { href, redirect } from "react-router";
import { CheckoutFrame } from "~/components/layout/checkout-frame";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { PayPage } from "~/features/payments/components/pay-page";
import { payTitle } from "~/features/payments/pay-title";
import { payView, readOption } from "~/features/payments/pay-view";
import { startPaymentSchema } from "~/features/payments/payment.schema";
import { readForm } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, failureOrNotFound, notFound } from "~/lib/responses";
import { asCustomer, customerOf, ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/pay";

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? payTitle(loaderData.view) : "Not found") },
	{ name: "description", content: "Pay your invoice by M-Pesa or card." },
];

/** Shows the stored payment status. Returning from a payment page proves nothing. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
	const services = context.get(servicesContext);
	if (url.searchParams.has("returned")) {
		await services.payments.checkReturned(ownerOf(context), params.invoiceId);
		throw redirect(href("/pay/:invoiceId", { invoiceId: params.invoiceId }));
	}
	const [customer, [found, lines]] = await asCustomer(context, ({ payments, billing }, owner) =>
		Promise.all([payments.overview(owner, params.invoiceId), billing.lines(owner, params.invoiceId)]),
	);
	if (!found) notFound();
	const payerPhone = found.payerPhone ?? customer.phone;
	const chosen = url.searchParams.get("choose");
	const view = payView({ ...found, lines, payerPhone }, services.clock(), chosen !== null);
	if (view.step === "paid" && view.orderId) throw redirect(href("/orders/:orderId", { orderId: view.orderId }));
	return { view, selected: readOption(view, chosen), sandbox: services.sandbox !== null };
}

export async function action({ context, params, request }: Route.ActionArgs) {
	const form = Object.fromEntries(await readForm(request));
	const values = { phone: String(form.phone ?? ""), method: String(form.method ?? "") };
	const input = parse(startPaymentSchema, form);
	if (!input.ok) return failureData(input.error, values);
	const { payments } = context.get(servicesContext);
	const { value } = input;
	const started =
		value.method === "credit"
			? await payments.credit.pay(ownerOf(context), params.invoiceId, {
					actor: "customer",
					shown: { pays: value.creditPays, left: value.creditLeaves },
				})
			: await payments.start(await customerOf(context), params.invoiceId, value);
	if (started.ok)
		return redirect(started.value?.redirectUrl ?? href("/pay/:invoiceId", { invoiceId: params.invoiceId }), 303);
	return failureOrNotFound(started.error, values);
}

export default function Pay({ loaderData: { view, selected, sandbox }, actionData }: Route.ComponentProps) {
	const typed = actionData?.values;
	return (
		<CheckoutFrame
			step={view.step === "closed" ? null : "pay"}
			refreshSeconds={view.step === "wait" && view.polls ? 5 : undefined}
		>
			<PayPage
				view={view}
				phone={typed?.phone || view.phone}
				selected={typed ? readOption(view, typed.method) : selected}
				sandbox={sandbox}
				failure={actionData?.failure}
			/>
		</CheckoutFrame>
	);
}
