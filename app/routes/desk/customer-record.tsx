import { href } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { RecordOnlyPage } from "~/features/staff-orders/components/record-only-page";
import { addonChoices, planChoices } from "~/features/staff-orders/order-rows";
import { recordAddonSchema, recordDomainSchema, recordPlanSchema } from "~/features/staff-orders/record-only.schema";
import { parse } from "~/lib/parse";
import { notFound } from "~/lib/responses";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/customer-record";

export const handle = {
	desk: {
		view: "orders.view",
		actions: { "record-domain": "orders.change", "record-plan": "orders.change", "record-addon": "orders.change" },
	},
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Record services · Customer") }];

export async function loader({ context, params: { customerId } }: Route.LoaderArgs) {
	const [{ roles }, [account, targets]] = await asStaff(context, handle, ({ customers, recordOnly }, session) =>
		Promise.all([customers.account(session, customerId), recordOnly.addonTargets(session, customerId)]),
	);
	const { currency } = account ?? notFound();
	const { recordOnly } = context.get(servicesContext);
	return {
		mayRecord: may(roles, "orders.change"),
		currency,
		registrars: recordOnly.registrars(),
		servers: recordOnly.servers,
		plans: planChoices(currency),
		addons: addonChoices(currency),
		targets,
	};
}

export async function action({ context, request, params: { customerId } }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { form, fields, intent, session } = sent.value;
	// Shows what was recorded. The form again, still filled, would record it twice.
	const services = { pathname: href("/desk/customers/:customerId/services", { customerId }), search: "" };
	const { recordOnly } = context.get(servicesContext);
	if (intent === "record-domain") {
		const input = parse(recordDomainSchema, fields);
		if (!input.ok) return deskFailure(input.error, form);
		const done = await recordOnly.domain(session, customerId, input.value);
		return done.ok ? deskDone(context, services, `Recorded ${done.value}.`) : deskFailure(done.error, form);
	}
	if (intent === "record-addon") {
		const input = parse(recordAddonSchema, fields);
		if (!input.ok) return deskFailure(input.error, form);
		const done = await recordOnly.addon(session, customerId, input.value);
		return done.ok ? deskDone(context, services, `Recorded the add-on ${done.value}.`) : deskFailure(done.error, form);
	}
	const input = parse(recordPlanSchema, fields);
	if (!input.ok) return deskFailure(input.error, form);
	const done = await recordOnly.plan(session, customerId, input.value);
	return done.ok ? deskDone(context, services, `Recorded the plan ${done.value}.`) : deskFailure(done.error, form);
}

export default function CustomerRecord({ loaderData, actionData }: Route.ComponentProps) {
	return <RecordOnlyPage {...loaderData} answer={actionData} />;
}
