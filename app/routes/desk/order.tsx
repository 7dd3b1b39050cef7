import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { OrderDeskPage } from "~/features/services-desk/components/order-desk-page";
import { orderDeskView } from "~/features/services-desk/order-view";
import { handleJobForm, told } from "~/features/services-desk/service-form";
import { reasonForm } from "~/features/services-desk/services-desk.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { permissionsOf } from "~/features/staff/permissions";
import { parse } from "~/lib/parse";
import { notFound } from "~/lib/responses";
import type { Result } from "~/lib/result";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/order";

export const handle = {
	desk: {
		view: "orders.view",
		actions: {
			hold: "orders.change",
			accept: "orders.change",
			cancel: "orders.change",
			"retry-job": "services.change",
			"complete-job": "services.change",
		},
	},
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(`Order of invoice ${loaderData?.order.invoice.number ?? ""}`) },
];

export async function loader({ context, params }: Route.LoaderArgs) {
	const [{ roles }, found] = await asStaff(context, handle, ({ ordersDesk }, session) =>
		ordersDesk.find(session, params.orderId),
	);
	return { order: orderDeskView(found ?? notFound()), permissions: [...permissionsOf(roles)] };
}

export async function action({ context, request, params: { orderId }, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { ordersDesk } = context.get(servicesContext);
	const { intent, fields, form, session } = sent.value;
	async function change(): Promise<Result<string>> {
		if (intent === "retry-job" || intent === "complete-job")
			return handleJobForm(ordersDesk, { intent, fields, session }, orderId);
		const input = parse(reasonForm, fields);
		if (!input.ok) return input;
		const { reason } = input.value;
		switch (intent) {
			case "hold":
				return told(await ordersDesk.hold(session, orderId, reason), "The order is on hold.");
			case "accept":
				return told(await ordersDesk.accept(session, orderId, reason), "Accepted the order. Its work goes on.");
			case "cancel":
				return told(await ordersDesk.cancel(session, orderId, reason), "Cancelled the order and its invoice.");
		}
	}
	const done = await change();
	return done.ok ? deskDone(context, url, done.value) : deskFailure(done.error, form);
}

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
	return <OrderDeskPage {...loaderData} answer={actionData} />;
}
