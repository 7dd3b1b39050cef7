import { Outlet } from "react-router";
import { RoomError } from "~/components/layout/portal/room-error";
import type { Route } from "./+types/rooms";

export default function Rooms() {
	return <Outlet />;
}

/** Sidebar and search stay: from here a customer finds what they looked for. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	return <RoomError error={error} />;
}
