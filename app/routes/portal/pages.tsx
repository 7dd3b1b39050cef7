import { Outlet } from "react-router";
import { PageError } from "~/components/layout/portal/page-error";
import type { Route } from "./+types/pages";

export default function PortalPages() {
	return <Outlet />;
}

/** Shows the error inside the portal layout. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	return <PageError error={error} />;
}
