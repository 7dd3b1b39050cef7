import { redirect } from "react-router";
import { accountPage, sectionsFor } from "~/desk-pages";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { permissionsOf } from "~/features/staff/permissions";
import { staffOf } from "~/middleware/as-staff";
import type { Route } from "./+types/index";

export const handle = { desk: { view: null } } satisfies DeskHandle;

/** Opens the first page that the person may see. */
export async function loader({ context }: Route.LoaderArgs) {
	const { roles } = await staffOf(context, handle);
	const [first] = sectionsFor(permissionsOf(roles));
	throw redirect((first?.pages[0] ?? accountPage).href);
}

export default function DeskIndex() {
	return null;
}
