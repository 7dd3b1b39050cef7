import { data, replace } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { recordRows } from "~/features/dns/zone-view";
import { changeDomainSetting } from "~/features/domains/change-domain-setting";
import { DomainManagement } from "~/features/domains/components/domain-management";
import { domainRow } from "~/features/domains/domain-row";
import { listedSwitchSchema } from "~/features/domains/manage.schema";
import { offerView } from "~/features/domains/offer-view";
import { domainListSchema } from "~/features/domains/portfolio.schema";
import { paramsOf } from "~/lib/address";
import { readForm, textFields } from "~/lib/form-data";
import { formatCount } from "~/lib/format-count";
import { parse } from "~/lib/parse";
import { failureData, isDataRequest } from "~/lib/responses";
import { asCustomer, ownerOf } from "~/middleware/as-customer";
import { redirectWith } from "~/middleware/redirect-with";
import { confirmedCustomerOf } from "~/middleware/require-confirmation";
import type { Route } from "./+types/domains";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Domains") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = domainListSchema.parse(paramsOf(url));
	const [customer, [counts, page, records, extensions, offers]] = await asCustomer(
		context,
		({ dns, portfolio, pushes }, owner) =>
			Promise.all([
				portfolio.counts(owner),
				portfolio.list(owner, query),
				query.open ? dns.records(owner, query.open) : [],
				portfolio.extensions(owner),
				pushes.waiting(owner),
			]),
	);
	const now = context.get(servicesContext).clock();
	const domains = page.items.map((domain) => domainRow(domain, now, customer));
	const offered = offers.map((offer) => offerView(offer, now, customer));
	return { query, counts, domains, next: page.next, records: recordRows(records), extensions, offered };
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const values = textFields(await readForm(request), ["intent", "domainId", "on"]);
	if (values.intent === "refresh") return refresh(context, url);
	const input = parse(listedSwitchSchema, values);
	if (!input.ok) return failureData(input.error, values);
	const who = { owner: ownerOf(context), confirmed: () => confirmedCustomerOf(context, url) };
	const done = await changeDomainSetting(context.get(servicesContext), who, input.value.domainId, input.value);
	// For fetchers: React Router reloads the page's data.
	if (done.ok) return isDataRequest(request) ? data(null) : replace(url.pathname + url.search);
	// Not a 404 page if the row doesn't exist: the list stays and shows the error.
	return failureData(done.error, values);
}

async function refresh(context: Route.ActionArgs["context"], url: URL) {
	const query = domainListSchema.parse(paramsOf(url));
	const changed = await context.get(servicesContext).portfolio.refresh(ownerOf(context), query);
	if (!changed.ok) return failureData(changed.error);
	const found =
		changed.value === 0
			? "Everything was up to date."
			: `${formatCount(changed.value, "domain")} had changed at the registry.`;
	return redirectWith(context, url.pathname + url.search, { message: `Domains refreshed. ${found}` });
}

export default function DomainsPage({ loaderData, actionData }: Route.ComponentProps) {
	const failure = actionData && "failure" in actionData ? actionData.failure : undefined;
	return <DomainManagement {...loaderData} failure={failure} />;
}
