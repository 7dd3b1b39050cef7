import { domainCsv } from "~/features/domains/domain-csv";
import { domainListSchema } from "~/features/domains/portfolio.schema";
import { paramsOf } from "~/lib/address";
import { download } from "~/lib/download";
import { asCustomer } from "~/middleware/as-customer";
import type { Route } from "./+types/domains-export";

/** Downloads all pages of the filtered list as CSV. */
export async function loader({ context, url }: Route.LoaderArgs) {
	const query = domainListSchema.parse(paramsOf(url));
	const [customer, domains] = await asCustomer(context, ({ portfolio }, owner) => portfolio.export(owner, query));
	return download(domainCsv(domains, customer), { name: "domains.csv", type: "text/csv; charset=utf-8" });
}
