import { Outlet } from "react-router";
import { PageError } from "~/components/layout/portal/page-error";
import type { Route } from "./+types/pages";

export default function PortalPages() {
	return <Outlet />;
}

/** Keeps the sidebar and the search. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	return <PageError error={error} />;
}
