import { data } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { StaffOrderPage } from "~/features/staff-orders/components/staff-order-page";
import { handleOrderForm } from "~/features/staff-orders/order-form";
import { orderChoices, orderPermissions } from "~/features/staff-orders/order-rows";
import { rowsOf } from "~/features/staff-orders/staff-order.schema";
import { notFound } from "~/lib/responses";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/customer-order";

export const handle = {
	desk: { view: "orders.view", actions: orderPermissions },
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Order · Customer") }];

export async function loader({ context, params: { customerId } }: Route.LoaderArgs) {
	const [{ roles }, account] = await asStaff(context, handle, ({ customers }, session) =>
		customers.account(session, customerId),
	);
	const { currency } = account ?? notFound();
	const mayOrder = may(roles, "orders.change");
	return {
		customerId,
		currency,
		mayOrder,
		mayBill: may(roles, "billing.record"),
		choices: orderChoices(currency, !mayOrder),
		sendKey: crypto.randomUUID(),
	};
}

export async function action({ context, request, params }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { form } = sent.value;
	const done = await handleOrderForm(context.get(servicesContext).staffOrders, sent.value, params.customerId);
	if (!done.ok) return deskFailure(done.error, form);
	if ("to" in done.value) return deskDone(context, { pathname: done.value.to, search: "" }, done.value.message);
	return data({ checked: done.value.checked, rows: rowsOf(form), promo: String(form.get("promo") ?? "") });
}

export default function CustomerOrder({ loaderData, actionData }: Route.ComponentProps) {
	const checked = actionData && "checked" in actionData ? actionData : undefined;
	const answer = actionData && "failure" in actionData ? actionData : undefined;
	return <StaffOrderPage {...loaderData} checked={checked} answer={answer} />;
}
