import { Outlet } from "react-router";
import { DeskError } from "~/features/desk/components/desk-error";
import type { DeskHandle } from "~/features/staff/desk-handle";
import type { Route } from "./+types/pages";

export const handle = { desk: { view: null } } satisfies DeskHandle;

export default function DeskPages() {
	return <Outlet />;
}

/** Shows the error inside the layout of the desk. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	return <DeskError error={error} />;
}
