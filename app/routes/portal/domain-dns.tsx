import { redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { ZoneEditor } from "~/features/dns/components/zone-editor";
import { recordFormFields, zoneEditSchema, zonePageSchema } from "~/features/dns/dns.schema";
import { editZone } from "~/features/dns/edit-zone";
import { zoneView } from "~/features/dns/zone-view";
import { formAddress, paramsOf, withParams } from "~/lib/address";
import { readForm, textFields } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, failureOrNotFound, notFound } from "~/lib/responses";
import { asCustomer } from "~/middleware/as-customer";
import { confirmedOwnerOf } from "~/middleware/require-confirmation";
import type { Route } from "./+types/domain-dns";

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? `DNS of ${loaderData.zone.domain}` : "Not found") },
];

export async function loader({ context, params, url }: Route.LoaderArgs) {
	const query = paramsOf(url);
	const shown = zonePageSchema.parse(query);
	const { add, edit } = shown;
	const [[customer, found]] = await Promise.all([
		asCustomer(context, ({ dns }, owner) => dns.zone(owner, params.domainId)),
		// Confirm before the form opens, so that submitting it doesn't redirect.
		(add || edit) && confirmedOwnerOf(context, url),
	]);
	if (!found) notFound();
	const zone = zoneView(found, shown, context.get(servicesContext).clock(), customer);
	const values = Object.fromEntries(recordFormFields.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));
	return { zone, add, values };
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
	const form = await readForm(request);
	const values = textFields(form, recordFormFields);
	const input = parse(zoneEditSchema, Object.fromEntries(form));
	if (!input.ok) return failureData(input.error, values);
	const owner = await confirmedOwnerOf(context, formAddress(url, values));
	const edited = await editZone(context.get(servicesContext), owner, params.domainId, input.value);
	if (!edited.ok) return failureOrNotFound(edited.error, values);
	const { type, q, after } = zonePageSchema.parse(paramsOf(url));
	return redirect(url.pathname + withParams(new URLSearchParams(), { type, q, after, done: edited.value }));
}

export default function DnsPage({ loaderData: { zone, add, values }, actionData }: Route.ComponentProps) {
	return (
		<ZoneEditor zone={zone} add={add} values={{ ...values, ...actionData?.values }} failure={actionData?.failure} />
	);
}
