import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { DomainDeskList } from "~/features/services-desk/components/domain-desk-list";
import { listedDomain } from "~/features/services-desk/domain-view";
import { domainsQuerySchema } from "~/features/services-desk/services-desk.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { paramsOf } from "~/lib/address";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/domains";

export const handle = { desk: { view: "services.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Domains") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = domainsQuerySchema.parse(paramsOf(url));
	const [{ roles }, { items, next }] = await asStaff(context, handle, ({ domainsDesk }, session) =>
		domainsDesk.list(session, query),
	);
	const registrars = context.get(servicesContext).domainsDesk.registrars();
	return {
		query,
		rows: items.map(listedDomain),
		next,
		registrars,
		mayChange: may(roles, "services.change"),
		canExport: may(roles, "reports.export"),
	};
}

export default function Domains({ loaderData }: Route.ComponentProps) {
	return <DomainDeskList {...loaderData} />;
}
