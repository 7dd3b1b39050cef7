import { href, redirectDocument } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { changeView } from "~/features/hosting/change-view";
import { ChangePlan } from "~/features/hosting/components/change-plan";
import { planChangeSchema } from "~/features/orders/plan-change.schema";
import { readForm } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, failureOrNotFound, notFound } from "~/lib/responses";
import { asCustomer, customerOf, ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/change-hosting";

/** Also after a failure, because the price may have changed. */
export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? `Change ${loaderData.view.plan.name}` : "Not found") },
];

export async function loader({ context, params, url }: Route.LoaderArgs) {
	const { orders } = context.get(servicesContext);
	const [customer, found] = await asCustomer(context, ({ planChanges }, owner) =>
		planChanges.options(owner, params.planId),
	);
	if (!found) notFound();
	return {
		view: changeView(found, url.searchParams.get("to") ?? undefined, customer),
		agreement: orders.createIdempotencyKey(),
	};
}

export async function action({ context, params, request }: Route.ActionArgs) {
	const form = Object.fromEntries(await readForm(request));
	const input = parse(planChangeSchema, { ...form, planId: params.planId });
	if (!input.ok) return failureData(input.error);
	const { planChanges } = context.get(servicesContext);
	const agreed = await planChanges.agree(await customerOf(context), ownerOf(context), input.value);
	if (!agreed.ok) return failureOrNotFound(agreed.error);
	const { due, invoiceId, orderId } = agreed.value;
	return redirectDocument(due ? href("/pay/:invoiceId", { invoiceId }) : href("/orders/:orderId", { orderId }), 303);
}

export default function ChangeHosting({ loaderData, actionData }: Route.ComponentProps) {
	return <ChangePlan {...loaderData} failure={actionData?.failure} />;
}
