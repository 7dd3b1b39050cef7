import type { ReactNode } from "react";
import { useLocation, useNavigation } from "react-router";
import { Card } from "~/components/ui/card";
import { Skeleton } from "~/components/ui/skeleton";
import { useLate } from "~/components/ui/use-late";

/**
 * A room, and while another one takes long to come its outline in the final measures. A change within the room (a tab,
 * a page, an open row) leaves it in place, only paler.
 */
export function PendingRoom({ children }: { children: ReactNode }) {
	const { pathname } = useLocation();
	const { location, formData } = useNavigation();
	const late = useLate(location !== undefined);
	const coming = late && !formData && location && location.pathname !== pathname ? location.pathname : undefined;
	return (
		<>
			<p role="status" className="sr-only">
				{late && "Loading"}
			</p>
			{coming && <Outline path={coming} />}
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

function Outline({ path }: { path: string }) {
	return (
		<div className="grid gap-6">
			<div className="grid gap-1.5">
				<Skeleton className="h-11 w-56 max-w-full" />
				<Skeleton className="h-6 w-80 max-w-full" />
			</div>
			{path === "/dashboard" ? <Cards /> : <Skeleton className="h-11 w-full" />}
			<Card>
				<div className="grid gap-4 py-2">
					{["1", "2", "3", "4", "5"].map((row) => (
						<Skeleton key={row} className="h-10 w-full" />
					))}
				</div>
			</Card>
		</div>
	);
}

const Cards = () => (
	<div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
		{["1", "2", "3", "4"].map((card) => (
			<Skeleton key={card} className="h-32 w-full rounded-card" />
		))}
	</div>
);
