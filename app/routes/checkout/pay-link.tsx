import { href, redirect } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { CheckoutFrame } from "~/components/layout/checkout-frame";
import { NarrowPage } from "~/components/layout/narrow-page";
import { pageTitle } from "~/components/layout/page-title";
import { clientContext, servicesContext, viewerContext } from "~/context";
import { PayPage } from "~/features/payments/components/pay-page";
import { payLinkPath, payLinkTokenIn } from "~/features/payments/pay-link";
import { payTitle } from "~/features/payments/pay-title";
import { payView, readOption } from "~/features/payments/pay-view";
import { linkPaymentSchema } from "~/features/payments/payment.schema";
import { readForm } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData } from "~/lib/responses";
import type { Route } from "./+types/pay-link";

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData?.view ? payTitle(loaderData.view) : "Pay an invoice") },
	{ name: "description", content: "Pay an invoice by M-Pesa or card." },
	{ name: "robots", content: "noindex" },
];

/** An invoice for someone who has its link, and no account. Its customer is sent to their own page. */
export async function loader({ context, url }: Route.LoaderArgs) {
	const { payments, orders, billing, clock, sandbox } = context.get(servicesContext);
	const token = payLinkTokenIn(url);
	if (url.searchParams.has("returned")) {
		await payments.links.checkReturned(token);
		throw redirect(payLinkPath(token));
	}
	const found = await payments.links.overview(token);
	if (!found.ok) return { view: null, failure: found.error };
	const { id: invoiceId, userId } = found.value.invoice;
	const { owner } = context.get(viewerContext);
	const [lines, own] = await Promise.all([
		billing.lines({ userId }, invoiceId),
		owner && orders.ownInvoice(owner, invoiceId),
	]);
	if (own) throw redirect(href("/pay/:invoiceId", { invoiceId }));
	const chosen = url.searchParams.get("choose");
	const view = payView({ ...found.value, lines }, clock(), chosen !== null, token);
	return { view, selected: readOption(view, chosen), sandbox: sandbox !== null, failure: null };
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const token = payLinkTokenIn(url);
	const form = Object.fromEntries(await readForm(request));
	const values = { phone: String(form.phone ?? ""), method: String(form.method ?? "") };
	const input = parse(linkPaymentSchema, form);
	if (!input.ok) return failureData(input.error, values);
	const { payments } = context.get(servicesContext);
	const started = await payments.links.start(token, input.value, context.get(clientContext));
	return started.ok
		? redirect(started.value.redirectUrl ?? payLinkPath(token), 303)
		: failureData(started.error, values);
}

export default function PayLink({ loaderData, actionData }: Route.ComponentProps) {
	const { view } = loaderData;
	if (!view)
		return (
			<CheckoutFrame step={null}>
				<NarrowPage title="Pay an invoice">
					<FormError whole failure={loaderData.failure} />
				</NarrowPage>
			</CheckoutFrame>
		);
	const typed = actionData?.values;
	return (
		<CheckoutFrame step={null} refreshSeconds={view.step === "wait" && view.polls ? 5 : undefined}>
			<PayPage
				view={view}
				phone={typed?.phone ?? ""}
				selected={typed ? readOption(view, typed.method) : loaderData.selected}
				sandbox={loaderData.sandbox}
				failure={actionData?.failure}
			/>
		</CheckoutFrame>
	);
}
