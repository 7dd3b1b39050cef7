import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { DomainDeskList } from "~/features/services-desk/components/domain-desk-list";
import { listedDomain } from "~/features/services-desk/domain-view";
import { domainsQuerySchema } from "~/features/services-desk/services-desk.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { noRows, readFilters } from "~/lib/filters";
import { asStaff } from "~/middleware/as-staff";
import { deskListPage } from "~/middleware/desk-answer";
import type { Route } from "./+types/domains";

export const handle = { desk: { view: "services.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Domains") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const { query, invalid } = readFilters(domainsQuerySchema, url);
	const [{ roles }, { items, next }] = await asStaff(context, handle, async ({ domainsDesk }, session) =>
		invalid ? noRows : domainsDesk.list(session, query),
	);
	const registrars = context.get(servicesContext).domainsDesk.registrars();
	return deskListPage(invalid, {
		query,
		rows: items.map(listedDomain),
		next,
		registrars,
		mayChange: may(roles, "services.change"),
		canExport: may(roles, "reports.export"),
	});
}

export default function Domains({ loaderData }: Route.ComponentProps) {
	return <DomainDeskList {...loaderData} />;
}
