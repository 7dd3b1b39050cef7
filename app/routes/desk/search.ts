import { searchSchema } from "~/features/portal/search.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { paramsOf } from "~/lib/address";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/search";

export const handle = { desk: { view: null } } satisfies DeskHandle;

/** What the command palette finds, as JSON. Each part asks for its own permission. */
export async function loader({ context, url }: Route.LoaderArgs) {
	const { q } = searchSchema.parse(paramsOf(url));
	const [, groups] = await asStaff(context, handle, async ({ deskSearch }, session) =>
		q ? deskSearch(session, q) : [],
	);
	return Response.json(groups, { headers: { "Cache-Control": "private, no-store" } });
}
