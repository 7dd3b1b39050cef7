import { pageMeta } from "~/components/layout/page-meta";
import { servicesContext } from "~/context";
import { listed } from "~/features/help/article";
import { HelpHome } from "~/features/help/components/help-pages";
import { sectionsOf } from "~/features/help/help";
import { helpQuerySchema } from "~/features/help/help.schema";
import { paramsOf } from "~/lib/address";
import type { Route } from "./+types/help";

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = ({ loaderData }) => [
	...pageMeta(
		loaderData?.query ? "Search the help" : "Help with domains and hosting",
		"Short answers about domain names, DNS records, hosting plans, M-Pesa payments and your account, written by our team in Kenya.",
	),
	...(loaderData?.query ? [{ name: "robots", content: "noindex" }] : []),
];

/** `?q=` searches. */
export async function loader({ context, url }: Route.LoaderArgs) {
	const { q: query } = helpQuerySchema.parse(paramsOf(url));
	const { help } = context.get(servicesContext);
	const results = query === null ? [] : await help.search(query);
	return { query, results: results.map(listed), sections: sectionsOf(await help.current()) };
}

export default function Help({ loaderData }: Route.ComponentProps) {
	return <HelpHome {...loaderData} />;
}
