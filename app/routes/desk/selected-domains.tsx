import { data, href } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { SelectedPage } from "~/features/services-desk/components/selected-page";
import { selectedDomain } from "~/features/services-desk/domain-view";
import {
	consequences,
	domainChangeNames,
	domainChanges,
	effectOf,
	readSelectedIds,
	reasonedDomainChanges,
	selectedRows,
} from "~/features/services-desk/selected-services";
import {
	domainsQuerySchema,
	reasonedDomainsForm,
	selectedDomainsForm,
} from "~/features/services-desk/services-desk.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { paramsOf } from "~/lib/address";
import { parse } from "~/lib/parse";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/selected-domains";

export const handle = {
	desk: {
		view: "services.view",
		actions: {
			compare: "services.change",
			lock: "services.change",
			unlock: "services.change",
			"auto-renew-on": "services.change",
			"auto-renew-off": "services.change",
		},
	},
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData?.change ? domainChangeNames[loaderData.change] : "Change domains") },
];

export async function loader({ context, url }: Route.LoaderArgs) {
	const change = domainChanges.find((one) => one === url.searchParams.get("change")) ?? null;
	const { ids, all } = readSelectedIds(url.searchParams);
	const query = domainsQuerySchema.parse(paramsOf(url));
	const [, selected] = await asStaff(context, handle, ({ domainsDesk }, session) =>
		domainsDesk.selected(session, all ? query : ids),
	);
	const page = { change, rows: [], missing: 0, problem: null };
	if (!selected.ok) return data({ ...page, problem: selected.error.message }, { status: 400 });
	const rows = selected.value.map((domain) => selectedDomain(domain, change));
	return { ...page, rows, missing: all ? 0 : ids.length - rows.length };
}

export async function action({ context, request }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { intent, fields, form, session } = sent.value;
	const schema = reasonedDomainChanges.includes(intent) ? reasonedDomainsForm : selectedDomainsForm;
	const input = parse(schema, { ...fields, rows: selectedRows(form) });
	if (!input.ok) return deskFailure(input.error, form);
	const { rows, reason } = { reason: undefined, ...input.value };
	const changed = await context.get(servicesContext).domainsDesk.changeSelected(session, intent, rows, reason);
	return { results: changed.map(({ domain, refusal }) => ({ ...selectedDomain(domain, intent), refusal })) };
}

export default function SelectedDomains({ loaderData, actionData }: Route.ComponentProps) {
	const { change, rows, missing, problem } = loaderData;
	const needsReason = change !== null && reasonedDomainChanges.includes(change);
	const results = actionData && "results" in actionData ? actionData.results : undefined;
	return (
		<SelectedPage
			title={change ? domainChangeNames[change] : "Change domains"}
			change={change}
			back={{ to: href("/desk/domains"), label: "Domains" }}
			effect={change ? effectOf(change, results ?? rows) : ""}
			consequence={change ? consequences[change] : ""}
			rows={results ?? rows}
			missing={missing}
			problem={problem}
			isDone={results !== undefined}
			danger={needsReason}
			needsReason={needsReason}
			answer={actionData && "failure" in actionData ? actionData : undefined}
		/>
	);
}
