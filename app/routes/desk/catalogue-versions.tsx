import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { versionsQuerySchema } from "~/features/catalog-desk/catalog-desk.schema";
import { versionRows } from "~/features/catalog-desk/catalog-view";
import { VersionsPage } from "~/features/catalog-desk/components/version-pages";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { paramsOf } from "~/lib/address";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/catalogue-versions";

export const handle = {
	desk: { view: "catalogue.view" },
} satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Versions") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const { after } = versionsQuerySchema.parse(paramsOf(url));
	const [, versions] = await asStaff(context, handle, ({ catalogDesk }, session) =>
		catalogDesk.versionPage(session, after),
	);
	return {
		versions: versionRows(versions, context.get(servicesContext).clock()),
		next: versions.next,
	};
}

export default function CatalogueVersions({ loaderData }: Route.ComponentProps) {
	return <VersionsPage {...loaderData} />;
}
