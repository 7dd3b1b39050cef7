import type { ReactNode } from "react";
import { useLocation, useNavigation } from "react-router";
import { useDelayedPending } from "../../ui/use-delayed-pending";
import { PageOutline } from "./page-outline";

/**
 * Shows a skeleton while another page is loading for a while. If the same page is reloading (another tab or open row),
 * it stays visible but paler.
 */
export function PendingPage({ children }: { children: ReactNode }) {
	const { pathname } = useLocation();
	const { location, formData } = useNavigation();
	const isSlow = useDelayedPending(location !== undefined);
	const nextPath = isSlow && !formData && location && location.pathname !== pathname ? location.pathname : undefined;
	return (
		<>
			<p role="status" className="sr-only">
				{isSlow && "Loading"}
			</p>
			{nextPath && <PageOutline path={nextPath} />}
			<div
				hidden={nextPath !== undefined}
				aria-busy={isSlow}
				className={isSlow ? "opacity-60 transition-opacity" : undefined}
			>
				{children}
			</div>
		</>
	);
}
