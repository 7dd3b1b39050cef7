import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { PlanDeskPage } from "~/features/services-desk/components/plan-desk-page";
import { handlePlanForm } from "~/features/services-desk/plan-form";
import { planView } from "~/features/services-desk/plan-view";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { permissionsOf } from "~/features/staff/permissions";
import { notFound } from "~/lib/responses";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/plan";

export const handle = {
	desk: {
		view: "services.view",
		actions: {
			"change-plan": "services.change",
			suspend: "services.change",
			unsuspend: "services.change",
			end: "services.terminate",
			"retry-job": "services.change",
			"complete-job": "services.change",
		},
	},
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: pageTitle(loaderData?.plan.name ?? "Plan") }];

export async function loader({ context, params, url }: Route.LoaderArgs) {
	const [{ roles }, found] = await asStaff(context, handle, ({ plansDesk }, session) =>
		plansDesk.find(session, params.planId),
	);
	const { clock, orders, plansDesk } = context.get(servicesContext);
	return {
		plan: planView(found ?? notFound(), url.searchParams.get("to") ?? undefined, clock()),
		permissions: [...permissionsOf(roles)],
		keptDays: plansDesk.keptDays,
		sendKey: orders.createIdempotencyKey(),
	};
}

export async function action({ context, request, params, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const done = await handlePlanForm(context.get(servicesContext).plansDesk, sent.value, params.planId);
	// Without the plan that was chosen.
	return done.ok
		? deskDone(context, { pathname: url.pathname, search: "" }, done.value)
		: deskFailure(done.error, sent.value.form);
}

export default function Plan({ loaderData, actionData }: Route.ComponentProps) {
	return <PlanDeskPage {...loaderData} answer={actionData} />;
}
