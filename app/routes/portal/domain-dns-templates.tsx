import { href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { ZoneTemplates } from "~/features/dns/components/zone-templates";
import { templatePageSchema, templateSchema } from "~/features/dns/dns.schema";
import { previewTemplate } from "~/features/dns/plan-template";
import { findTemplate } from "~/features/dns/templates";
import { paramsOf } from "~/lib/address";
import { readForm } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, failureOrNotFound, notFound } from "~/lib/responses";
import { asCustomer } from "~/middleware/as-customer";
import { confirmedOwnerOf } from "~/middleware/require-confirmation";
import type { Route } from "./+types/domain-dns-templates";

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? `DNS templates for ${loaderData.domain}` : "Not found") },
];

export async function loader({ context, params, url }: Route.LoaderArgs) {
	const query = templatePageSchema.parse(paramsOf(url));
	const [, [found, plans]] = await asCustomer(context, ({ dns, hosting }, owner) =>
		Promise.all([dns.zone(owner, params.domainId), hosting.list(owner, { tab: "web" })]),
	);
	if (!found) notFound();
	const { domain, records } = found;
	const template = findTemplate(query.use);
	const planIp = plans.items.find((plan) => plan.domain === domain.name)?.ip ?? "";
	const zone = { origin: domain.name, present: records };
	const chosen = template ? previewTemplate(template, zone, query.field, planIp) : null;
	return { domain: domain.name, version: domain.zoneVersion, chosen };
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
	const input = parse(templateSchema, Object.fromEntries(await readForm(request)));
	if (!input.ok) return failureData(input.error);
	const { use, field, version, replace } = input.value;
	const owner = await confirmedOwnerOf(context, url);
	const at = { domainId: params.domainId, version };
	const used = await context
		.get(servicesContext)
		.dns.applyTemplate(owner, at, use, { field, replace: replace === "on" });
	if (!used.ok) return failureOrNotFound(used.error);
	return redirect(
		`${href("/dashboard/domains/:domainId/dns", { domainId: params.domainId })}${used.value ? `?done=${used.value}` : ""}`,
	);
}

export default function TemplatesPage({ loaderData, actionData }: Route.ComponentProps) {
	return <ZoneTemplates {...loaderData} failure={actionData?.failure} />;
}
