import { data, href } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { UntilField } from "~/features/services-desk/components/plan-desk-page";
import { SelectedPage } from "~/features/services-desk/components/selected-page";
import { selectedPlan } from "~/features/services-desk/plan-view";
import {
	consequences,
	effectOf,
	planChangeNames,
	planChangePermissions,
	planChanges,
	readSelectedIds,
	selectedRows,
} from "~/features/services-desk/selected-services";
import { plansQuerySchema, selectedPlansForm } from "~/features/services-desk/services-desk.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { paramsOf } from "~/lib/address";
import { parse } from "~/lib/parse";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/selected-plans";

export const handle = {
	desk: {
		view: "services.view",
		actions: planChangePermissions,
	},
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData?.change ? planChangeNames[loaderData.change] : "Change plans") },
];

export async function loader({ context, url }: Route.LoaderArgs) {
	const change = planChanges.find((one) => one === url.searchParams.get("change")) ?? null;
	const { ids, all } = readSelectedIds(url.searchParams);
	const query = plansQuerySchema.parse(paramsOf(url));
	const [, selected] = await asStaff(context, handle, ({ plansDesk }, session) =>
		plansDesk.selected(session, all ? query : ids),
	);
	const page = { change, rows: [], missing: 0, problem: null };
	if (!selected.ok) return data({ ...page, problem: selected.error.message }, { status: 400 });
	const rows = selected.value.map((plan) => selectedPlan(plan, change));
	return { ...page, rows, missing: all ? 0 : ids.length - rows.length };
}

export async function action({ context, request }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { intent, fields, form, session } = sent.value;
	const input = parse(selectedPlansForm, { ...fields, rows: selectedRows(form) });
	if (!input.ok) return deskFailure(input.error, form);
	const { rows, ...change } = input.value;
	const changed = await context.get(servicesContext).plansDesk.changeSelected(session, intent, rows, change);
	return { results: changed.map(({ plan, refusal }) => ({ ...selectedPlan(plan, intent), refusal })) };
}

export default function SelectedPlans({ loaderData, actionData }: Route.ComponentProps) {
	const { change, rows, missing, problem } = loaderData;
	const results = actionData && "results" in actionData ? actionData.results : undefined;
	const answer = actionData && "failure" in actionData ? actionData : undefined;
	return (
		<SelectedPage
			title={change ? planChangeNames[change] : "Change plans"}
			change={change}
			back={{ to: href("/desk/hosting"), label: "Hosting" }}
			effect={change ? effectOf(change, results ?? rows) : ""}
			consequence={change ? consequences[change] : ""}
			rows={results ?? rows}
			missing={missing}
			problem={problem}
			isDone={results !== undefined}
			danger={change !== "unsuspend"}
			needsReason
			fields={change === "suspend" && <UntilField answer={answer} />}
			answer={answer}
		/>
	);
}
