import { data, replace } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { DomainManagement } from "~/features/domains/components/domain-management";
import { domainRow } from "~/features/domains/domain-row";
import { autoRenewSchema, domainListSchema, refreshedSchema } from "~/features/domains/portfolio.schema";
import { paramsOf, withParams } from "~/lib/address";
import { readForm } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData } from "~/lib/responses";
import { asCustomer, ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/domains";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Domains") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const params = paramsOf(url);
	const query = domainListSchema.parse(params);
	const [customer, [counts, page, records, extensions]] = await asCustomer(context, ({ portfolio }, owner) =>
		Promise.all([
			portfolio.counts(owner),
			portfolio.list(owner, query),
			query.open ? portfolio.dnsRecords(owner, query.open) : [],
			portfolio.extensions(owner),
		]),
	);
	const now = context.get(servicesContext).clock();
	const domains = page.items.map((domain) => domainRow(domain, now, customer));
	const refreshed = refreshedSchema.parse(params.refreshed);
	return { query, counts, domains, next: page.next, records, extensions, refreshed };
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const form = Object.fromEntries(await readForm(request));
	if (form.intent === "refresh") return refresh(context, url);
	const input = parse(autoRenewSchema, form);
	if (!input.ok) return failureData(input.error);
	const { domainId, autoRenew } = input.value;
	const done = await context.get(servicesContext).portfolio.setAutoRenew(ownerOf(context), domainId, autoRenew);
	if (!done.ok) throw data(null, { status: 404 });
	return replace(url.pathname + url.search);
}

async function refresh(context: Route.ActionArgs["context"], url: URL) {
	const query = domainListSchema.parse(paramsOf(url));
	const changed = await context.get(servicesContext).portfolio.refresh(ownerOf(context), query);
	return replace(url.pathname + withParams(url.searchParams, { refreshed: String(changed) }));
}

export default function DomainsPage({ loaderData }: Route.ComponentProps) {
	return <DomainManagement {...loaderData} />;
}
