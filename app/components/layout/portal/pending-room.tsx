import type { ReactNode } from "react";
import { useLocation, useNavigation } from "react-router";
import { useLate } from "../../ui/use-late";
import { RoomOutline } from "./room-outline";

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
			{coming && <RoomOutline path={coming} />}
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
