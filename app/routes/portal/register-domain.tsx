import { data, Form, href } from "react-router";
import { useBusy } from "~/components/forms/use-busy";
import { pageTitle } from "~/components/layout/page-title";
import { PageHeading } from "~/components/layout/portal/page-heading";
import { Card } from "~/components/ui/card";
import { clientContext, servicesContext } from "~/context";
import { RegisterSearch } from "~/features/domains/components/register-search";
import { parseSearch } from "~/features/domains/domain-name";
import { nameProblem, registerQuery } from "~/features/domains/register.schema";
import { registerResult } from "~/features/domains/register-view";
import { isPerson } from "~/lib/is-person";
import { failureHeaders } from "~/lib/responses";
import { customerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/register-domain";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Register Domain") }];

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const { q, tlds } = registerQuery(url.searchParams);
	const { currency } = await customerOf(context);
	const found = { q, tlds, problem: null, results: [] };
	if (q === null) return found;
	const refuse = (problem: string) => data({ ...found, problem }, { status: 400 });
	const problem = nameProblem(q);
	if (problem) return refuse(problem);
	const search = parseSearch(q, tlds);
	if (!search.ok) return refuse(search.error.message);
	const names = search.value.names.map(({ ascii }) => ascii);
	const asker = context.get(clientContext);
	const { domains, lookupLimits, visitCounts } = context.get(servicesContext);
	const allowed = await lookupLimits.take(asker, names);
	if (!allowed.ok)
		return data({ ...found, problem: allowed.error.message }, { status: 429, headers: failureHeaders(allowed.error) });
	if (isPerson(request)) visitCounts.count("searches");
	const answers = await domains.check(names, { asker, signal: request.signal, cached: allowed.value });
	return { ...found, results: answers.map((answer) => registerResult(answer, currency)) };
}

export default function RegisterDomain({ loaderData }: Route.ComponentProps) {
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeading
				title="Register Domain"
				lead="Search a name under as many extensions as you like."
				back={{ to: href("/dashboard/domains"), label: "All domains" }}
			/>
			<Card>
				<RegisterSearch
					key={`${loaderData.q} ${loaderData.tlds.join()}`}
					{...loaderData}
					Form={Form}
					busy={useBusy()}
				/>
			</Card>
		</div>
	);
}
