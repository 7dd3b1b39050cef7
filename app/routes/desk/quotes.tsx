import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { ProposalList } from "~/features/proposals/components/proposals-desk";
import { listedProposal } from "~/features/proposals/proposal-view";
import { proposalsQuerySchema } from "~/features/proposals/proposals.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { noRows, readFilters } from "~/lib/filters";
import { asStaff } from "~/middleware/as-staff";
import { deskListPage } from "~/middleware/desk-answer";
import type { Route } from "./+types/quotes";

export const handle = { desk: { view: "orders.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Quotes") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const { query, invalid } = readFilters(proposalsQuerySchema, url);
	const [{ roles }, { items, next }] = await asStaff(context, handle, async ({ proposals }, session) =>
		invalid ? noRows : proposals.list(session, query),
	);
	const now = context.get(servicesContext).clock();
	return deskListPage(invalid, {
		query,
		rows: items.map((row) => listedProposal(row, now)),
		next,
		canExport: may(roles, "reports.export"),
	});
}

export default function Quotes({ loaderData }: Route.ComponentProps) {
	return <ProposalList {...loaderData} />;
}
