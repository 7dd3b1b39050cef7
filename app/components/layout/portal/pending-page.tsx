import type { ReactNode } from "react";
import { useLocation, useNavigation } from "react-router";
import { useDelayedPending } from "../../ui/use-delayed-pending";
import { PageOutline } from "./page-outline";

/**
 * A page. While another page loads slowly, shows its skeleton instead. While the same page reloads (another tab, an open
 * row), it stays visible but paler.
 */
export function PendingPage({ children }: { children: ReactNode }) {
	const { pathname } = useLocation();
	const { location, formData } = useNavigation();
	const late = useDelayedPending(location !== undefined);
	const coming = late && !formData && location && location.pathname !== pathname ? location.pathname : undefined;
	return (
		<>
			<p role="status" className="sr-only">
				{late && "Loading"}
			</p>
			{coming && <PageOutline path={coming} />}
			<div
				hidden={coming !== undefined}
				aria-busy={late}
				className={late ? "opacity-60 transition-opacity" : undefined}
			>
				{children}
			</div>
		</>
	);
}
