import { useMemo } from "react";
import { data, href, Outlet } from "react-router";
import { useErrorFrame } from "~/components/layout/error-frame";
import { servicesContext } from "~/context";
import { DeskError } from "~/features/desk/components/desk-error";
import { DeskLayout } from "~/features/desk/components/desk-layout";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { clearFlash, readFlash } from "~/lib/flash";
import { staffOf } from "~/middleware/as-staff";
import { requireStaff } from "~/middleware/require-staff";
import { staffViewer } from "~/middleware/staff-viewer";
import type { Route } from "./+types/layout";

export const handle = { desk: { view: null } } satisfies DeskHandle;

export const middleware: Route.MiddlewareFunction[] = [staffViewer, requireStaff];

export async function loader({ context, request }: Route.LoaderArgs) {
	const { name, email, roles } = await staffOf(context, handle);
	const { APP_ORIGIN: appOrigin } = context.get(servicesContext).config;
	const flash = readFlash(appOrigin, request.headers.get("Cookie"));
	return data({ name, email, roles, flash }, flash ? { headers: clearFlash(appOrigin) } : undefined);
}

export default function Desk({ loaderData }: Route.ComponentProps) {
	const errorFrame = useMemo(
		() => ({
			pathPrefix: href("/desk"),
			render: (error: unknown) => (
				<DeskLayout frame={{ ...loaderData, flash: null }}>
					<DeskError error={error} />
				</DeskLayout>
			),
		}),
		[loaderData],
	);
	useErrorFrame(errorFrame);
	return (
		<DeskLayout frame={loaderData}>
			<Outlet />
		</DeskLayout>
	);
}
