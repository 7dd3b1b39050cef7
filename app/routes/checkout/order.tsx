import { href, redirect } from "react-router";
import { CheckoutFrame } from "~/components/layout/checkout-frame";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { OrderPage } from "~/features/orders/components/order-page";
import { orderTitle } from "~/features/orders/order-title";
import type { OrderView } from "~/features/orders/order-view";
import { orderView } from "~/features/orders/order-view";
import { failureOrNotFound, notFound } from "~/lib/responses";
import { asCustomer, ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/order";

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? titleOf(loaderData) : "Not found") },
	{ name: "description", content: "What you bought, what it cost and what to do next." },
];

const titleOf = (order: OrderView) => [order.mainName?.unicode, orderTitle(order)].filter(Boolean).join(": ");

export async function loader({ context, params }: Route.LoaderArgs) {
	const [customer, [order, prompts]] = await asCustomer(context, ({ orders, payments }, owner) =>
		Promise.all([orders.find(owner, params.orderId), payments.prompts.setting(owner)]),
	);
	if (!order) notFound();
	return orderView(order, context.get(servicesContext).clock(), customer, prompts.setting !== null);
}

/** Cancels an unpaid order. */
export async function action({ context, params }: Route.ActionArgs) {
	const cancelled = await context.get(servicesContext).orders.cancel(ownerOf(context), params.orderId);
	if (cancelled.ok) return redirect(href("/orders/:orderId", { orderId: params.orderId }), 303);
	return failureOrNotFound(cancelled.error);
}

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
	const { state } = loaderData;
	return (
		<CheckoutFrame
			step={state === "pending_payment" ? "pay" : state === "cancelled" ? null : "done"}
			refreshSeconds={loaderData.inProgress ? 10 : undefined}
		>
			<OrderPage order={loaderData} failure={actionData?.failure} />
		</CheckoutFrame>
	);
}
