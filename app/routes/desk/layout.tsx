import { useMemo } from "react";
import { data, href, Outlet } from "react-router";
import { useErrorFrame } from "~/components/layout/error-frame";
import { servicesContext } from "~/context";
import { deskLists } from "~/desk-pages";
import { DeskError } from "~/features/desk/components/desk-error";
import { DeskLayout } from "~/features/desk/components/desk-layout";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { clearFlash, readFlash } from "~/lib/flash";
import { asStaff } from "~/middleware/as-staff";
import { requireStaff } from "~/middleware/require-staff";
import { staffViewer } from "~/middleware/staff-viewer";
import type { Route } from "./+types/layout";

export const handle = { desk: { view: null } } satisfies DeskHandle;

export const middleware: Route.MiddlewareFunction[] = [staffViewer, requireStaff];

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const list = deskLists.find((path) => path === url.pathname.replace(/\.data$/, ""));
	const [{ name, email, roles }, views] = await asStaff(context, handle, async ({ savedViews }, session) =>
		list ? savedViews.list(session, list) : null,
	);
	const { APP_ORIGIN: appOrigin } = context.get(servicesContext).config;
	const flash = readFlash(appOrigin, request.headers.get("Cookie"));
	return data({ name, email, roles, flash, views }, flash ? { headers: clearFlash(appOrigin) } : undefined);
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
