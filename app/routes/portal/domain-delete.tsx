import { href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { DeleteDomainForm } from "~/features/domains/components/delete-domain-form";
import { deleteDomainSchema } from "~/features/domains/manage.schema";
import { toUnicode } from "~/features/domains/to-unicode";
import { formatDay } from "~/lib/dates";
import { readForm, textFields } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, failureOrNotFound, notFound } from "~/lib/responses";
import { asCustomer } from "~/middleware/as-customer";
import { confirmedOwnerOf } from "~/middleware/require-confirmation";
import { requireDomainConfirmation } from "~/middleware/require-domain-confirmation";
import type { Route } from "./+types/domain-delete";

export const middleware: Route.MiddlewareFunction[] = [requireDomainConfirmation];

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? `Delete ${loaderData.domain}` : "Not found") },
];

export async function loader({ context, params }: Route.LoaderArgs) {
	const [customer, zone] = await asCustomer(context, ({ dns }, owner) => dns.zone(owner, params.domainId));
	if (!zone) notFound();
	const { id, name, expiresAt } = zone.domain;
	const expires = expiresAt === null ? null : formatDay(expiresAt, customer);
	return { id, domain: toUnicode(name), expires, records: zone.records.length };
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
	const form = await readForm(request);
	const typed = textFields(form, ["name"]);
	const input = parse(deleteDomainSchema, Object.fromEntries(form));
	if (!input.ok) return failureData(input.error, typed);
	const owner = await confirmedOwnerOf(context, url);
	const given = await context
		.get(servicesContext)
		.domainManagement.deleteDomain(owner, params.domainId, input.value.name);
	if (given.ok) return redirect(href("/dashboard/domains"));
	return failureOrNotFound(given.error, typed);
}

export default function DeletePage({ loaderData, actionData }: Route.ComponentProps) {
	return <DeleteDomainForm {...loaderData} failure={actionData?.failure} typed={actionData?.values?.name} />;
}
