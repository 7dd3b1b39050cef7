import { data } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import {
	addRenewals,
	changeEach,
	needsConfirmation,
	obstacleTo,
	selectedDomainsSchema,
} from "~/features/domains/change-selected-domains";
import { ChangeDomains } from "~/features/domains/components/change-domains";
import { listedDomain } from "~/features/domains/listed-domain";
import { checkSharedNameservers } from "~/features/domains/nameservers";
import { wholeListSchema } from "~/features/domains/portfolio.schema";
import { changeNames, idsIn, readSelection } from "~/features/domains/selected-domains";
import { invalidText, readFilters } from "~/lib/filters";
import { readForm, textFields } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData } from "~/lib/responses";
import { fail } from "~/lib/result";
import { asCustomer, ownerOf } from "~/middleware/as-customer";
import { cartHeaders, cartOf } from "~/middleware/cart";
import { refuseOthers, requireConfirmedOwner } from "~/middleware/require-confirmation";
import type { Route } from "./+types/selected-domains";

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData?.change ? changeNames[loaderData.change] : "Change domains") },
];

const hostFields = ["host0", "host1", "host2", "host3"];

export async function loader({ context, url }: Route.LoaderArgs) {
	const { change, ids, all } = readSelection(url.searchParams);
	const { query, invalid } = readFilters(wholeListSchema, url);
	const [customer, [selected, pending]] = await asCustomer(context, ({ portfolio, renewals }, owner) =>
		Promise.all([portfolio.selected(owner, !all ? ids : invalid ? [] : query), renewals.pending(owner)]),
	);
	const page = { change, domains: [], missing: 0, problem: null };
	if (all && invalid) return data({ ...page, problem: invalidText(invalid) }, { status: 400 });
	if (!selected.ok) return data({ ...page, problem: selected.error.message }, { status: 400 });
	const now = context.get(servicesContext).clock();
	return {
		...page,
		missing: all ? 0 : ids.length - selected.value.length,
		domains: selected.value.map((domain) => {
			const { id, name, ascii, cloth } = listedDomain(domain, now, customer);
			return { id, name, ascii, cloth, obstacle: change && obstacleTo(change, domain, pending, now) };
		}),
	};
}

export async function action({ context, request }: Route.ActionArgs) {
	const form = await readForm(request);
	const hosts = Object.values(textFields(form, hostFields, 260));
	const input = parse(selectedDomainsSchema, { change: form.get("change"), domains: idsIn(form) });
	if (!input.ok) return failureData(input.error, { hosts });
	const { change, domains: ids } = input.value;
	if (change === "unlock") refuseOthers(context);
	// A redirect would lose the selection.
	const confirmed = await requireConfirmedOwner(context);
	if (needsConfirmation(change) && !confirmed.ok) return failureData(confirmed.error, { hosts });

	const services = context.get(servicesContext);
	const [customer, [selected, pending]] = await asCustomer(context, ({ portfolio, renewals }, owner) =>
		Promise.all([portfolio.selected(owner, ids), renewals.pending(owner)]),
	);
	if (!selected.ok) return failureData(selected.error, { hosts });
	const [first] = selected.value;
	if (!first) return failureData(noneFound, { hosts });
	const nameservers = hosts.map((host) => ({ host, addresses: "" }));
	const checked = change === "nameservers" ? checkSharedNameservers(nameservers, first.name) : null;
	if (checked && !checked.ok) return failureData(checked.error, { hosts });

	const now = services.clock();
	const domains = selected.value.map((domain) => ({
		...listedDomain(domain, now, customer),
		refusal: obstacleTo(change, domain, pending, now),
	}));
	if (change === "renew") {
		const added = addRenewals(cartOf(request), domains);
		return data({ results: added.domains }, { headers: await cartHeaders({ context }, added) });
	}
	const owner = confirmed.ok ? confirmed.value : ownerOf(context);
	return { results: await changeEach(services, { change, owner, nameservers }, domains) };
}

const { error: noneFound } = fail("not_found", "None of these domains is in your account.");

export default function SelectedDomainsPage({ loaderData, actionData }: Route.ComponentProps) {
	const { results, failure, values } = { results: undefined, failure: undefined, values: undefined, ...actionData };
	return (
		<ChangeDomains
			{...loaderData}
			results={results}
			failure={failure}
			hosts={values?.hosts ?? hostFields.map(() => "")}
		/>
	);
}
