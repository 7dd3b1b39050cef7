import { data, href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { ZoneImport } from "~/features/dns/components/zone-import";
import { importSchema } from "~/features/dns/dns.schema";
import { zoneFileText } from "~/features/dns/text-value";
import { readForm } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, failureOrNotFound, notFound } from "~/lib/responses";
import { asCustomer, ownerOf } from "~/middleware/as-customer";
import { requireConfirmationToRead, requireConfirmedOwner } from "~/middleware/require-confirmation";
import type { Route } from "./+types/domain-dns-import";

export const middleware: Route.MiddlewareFunction[] = [requireConfirmationToRead];

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? `Import DNS records of ${loaderData.domain}` : "Not found") },
];

export async function loader({ context, params }: Route.LoaderArgs) {
	const [, found] = await asCustomer(context, ({ dns }, owner) => dns.zone(owner, params.domainId));
	if (!found) notFound();
	return { domain: found.domain.name, version: found.domain.zoneVersion };
}

export async function action({ context, params, request }: Route.ActionArgs) {
	const { dns } = context.get(servicesContext);
	const form = await readForm(request);
	const file = form.get("file");
	const text = file instanceof File && file.size > 0 ? zoneFileText(await file.bytes()) : form.get("text");
	const input = parse(importSchema, { ...Object.fromEntries(form), text });
	const values = { text: String(text ?? "").slice(0, 100_000), mode: String(form.get("mode") ?? "merge") };
	if (!input.ok) return failureData(input.error, values);
	const { intent, mode, version } = input.value;
	const { domainId } = params;
	if (intent === "preview") {
		const outcome = await dns.previewFile(ownerOf(context), domainId, input.value.text, mode);
		if (!outcome) notFound();
		return data({ outcome, values, failure: undefined }, { status: outcome.errors.length === 0 ? 200 : 400 });
	}
	const owner = await requireConfirmedOwner(context);
	if (!owner.ok) return failureData(owner.error, values);
	const imported = await dns.importFile(owner.value, { domainId, version }, input.value.text, mode);
	if (!imported.ok) return failureOrNotFound(imported.error, values);
	return redirect(
		`${href("/dashboard/domains/:domainId/dns", { domainId })}${imported.value ? `?done=${imported.value}` : ""}`,
	);
}

export default function ImportPage({ loaderData, actionData }: Route.ComponentProps) {
	const outcome = actionData && "outcome" in actionData ? actionData.outcome : undefined;
	return (
		<ZoneImport {...loaderData} values={actionData?.values ?? {}} outcome={outcome} failure={actionData?.failure} />
	);
}
