import { servicesContext } from "~/context";
import { searchSchema } from "~/features/portal/search.schema";
import { searchView } from "~/features/portal/search-view";
import { paramsOf } from "~/lib/address";
import { asCustomer } from "~/middleware/as-customer";
import type { Route } from "./+types/search-hits";

/** Search results as JSON, for the suggestions of the search box. */
export async function loader({ context, url }: Route.LoaderArgs) {
	const { q } = searchSchema.parse(paramsOf(url));
	const [customer, found] = await asCustomer(context, async ({ search }, owner) => (q ? search(owner, q) : null));
	return Response.json(found ? searchView(q, found, customer, context.get(servicesContext).clock()) : []);
}
