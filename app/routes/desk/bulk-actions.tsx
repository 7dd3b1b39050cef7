import { pageTitle } from "~/components/layout/page-title";
import { listedBulkAction } from "~/features/bulk-actions/bulk-view";
import { BulkActionList } from "~/features/bulk-actions/components/bulk-action-pages";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { cursorText } from "~/lib/list.schema";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/bulk-actions";

export const handle = { desk: { view: "services.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Bulk actions") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const after = cursorText.parse(url.searchParams.get("after") ?? undefined);
	const [, { items, next }] = await asStaff(context, handle, ({ bulkActions }, session) =>
		bulkActions.list(session, after),
	);
	return { rows: items.map(listedBulkAction), next };
}

export default function BulkActions({ loaderData }: Route.ComponentProps) {
	return <BulkActionList {...loaderData} />;
}
