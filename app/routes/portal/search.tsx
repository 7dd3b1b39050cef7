import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { SearchResults } from "~/features/portal/components/search-results";
import { searchSchema } from "~/features/portal/search.schema";
import { searchView } from "~/features/portal/search-view";
import { paramsOf } from "~/lib/address";
import { asCustomer } from "~/middleware/as-customer";
import type { Route } from "./+types/search";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Search") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const { q } = searchSchema.parse(paramsOf(url));
	const [customer, found] = await asCustomer(context, async ({ search }, owner) => (q ? search(owner, q) : null));
	return { q, groups: found ? searchView(q, found, customer, context.get(servicesContext).clock()) : [] };
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
	return <SearchResults {...loaderData} />;
}
