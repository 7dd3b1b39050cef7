import { data, href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { domainChangePermissions, domainChanges } from "~/features/bulk-actions/bulk-action";
import { previewMark } from "~/features/bulk-actions/bulk-actions.server";
import { changeNames, reasonedChanges } from "~/features/bulk-actions/bulk-texts";
import { SelectedPage } from "~/features/services-desk/components/selected-page";
import { selectedDomain } from "~/features/services-desk/domain-view";
import { previewOf, readWanted } from "~/features/services-desk/selected-services";
import {
	domainsQuerySchema,
	reasonedDomainsForm,
	selectedDomainsForm,
} from "~/features/services-desk/services-desk.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { parse } from "~/lib/parse";
import { ok } from "~/lib/result";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/selected-domains";

export const handle = {
	desk: { view: "services.view", actions: domainChangePermissions },
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData?.preview ? changeNames[loaderData.preview.change] : "Change domains") },
];

const wantedIn = (url: URL) => readWanted(domainsQuerySchema, url);

export async function loader({ context, url }: Route.LoaderArgs) {
	const change = domainChanges.find((one) => one === url.searchParams.get("change"));
	const wanted = wantedIn(url);
	const [, selected] = await asStaff(context, handle, async ({ domainsDesk }, session) =>
		!wanted.ok ? wanted : change ? domainsDesk.selected(session, change, wanted.value) : ok([]),
	);
	if (!selected.ok) return data({ preview: null, problem: selected.error.message }, { status: 400 });
	const rows = selected.value.map(({ domain, refusal }) => selectedDomain(domain, refusal));
	if (!change || !wanted.ok || rows.length === 0) return { preview: null, problem: null };
	const sent = { seen: previewMark(change, rows), key: crypto.randomUUID() };
	return { preview: { ...previewOf({ change, subject: "domain", wanted: wanted.value }, rows), sent }, problem: null };
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { intent: change, fields, form, session, member } = sent.value;
	const input = parse(reasonedChanges.includes(change) ? reasonedDomainsForm : selectedDomainsForm, fields);
	if (!input.ok) return deskFailure(input.error, form);
	const { bulkActions, domainsDesk } = context.get(servicesContext);
	const wanted = wantedIn(url);
	if (!wanted.ok) return deskFailure(wanted.error, form);
	const selected = await domainsDesk.selected(session, change, wanted.value);
	if (!selected.ok) return deskFailure(selected.error, form);
	const rows = selected.value.map(({ domain, refusal }) => selectedDomain(domain, refusal));
	const { seen, key, ...entered } = input.value;
	const retryOf = wanted.value.by === "bulk" ? wanted.value.bulkId : null;
	const action = { subject: "domain", change, rows, input: entered, seen, key, retryOf } as const;
	const started = await bulkActions.start(session, member, action);
	if (!started.ok) return deskFailure(started.error, form);
	return redirect(href("/desk/bulk-actions/:bulkId", { bulkId: started.value }), 303);
}

export default function SelectedDomains({ loaderData, actionData }: Route.ComponentProps) {
	const back = { to: href("/desk/domains"), label: "Domains" };
	return <SelectedPage title="Change domains" back={back} {...loaderData} answer={actionData} />;
}
