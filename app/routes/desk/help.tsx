import { pageTitle } from "~/components/layout/page-title";
import { ArticleList } from "~/features/help-desk/components/help-desk-pages";
import { articlesQuerySchema } from "~/features/help-desk/help-desk.schema";
import { articleRows } from "~/features/help-desk/help-desk-view";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { readFilters } from "~/lib/filters";
import { asStaff } from "~/middleware/as-staff";
import { deskListPage } from "~/middleware/desk-answer";
import type { Route } from "./+types/help";

export const handle = { desk: { view: "help.view" } } as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Help articles") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const { query, invalid } = readFilters(articlesQuerySchema, url);
	const [{ roles }, articles] = await asStaff(context, handle, ({ helpDesk }, session) => helpDesk.list(session));
	return deskListPage(invalid, {
		query,
		rows: invalid ? [] : articleRows(articles, query),
		mayEdit: may(roles, "help.edit"),
	});
}

export default function HelpArticles({ loaderData }: Route.ComponentProps) {
	return <ArticleList {...loaderData} />;
}
