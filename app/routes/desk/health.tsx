import { pageTitle } from "~/components/layout/page-title";
import { DeskHealth } from "~/features/health/components/desk-health";
import { healthView } from "~/features/health/health-view";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/health";

export const handle = { desk: { view: "settings.services" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Health") }];

export async function loader({ context }: Route.LoaderArgs) {
	const [, report] = await asStaff(context, handle, ({ health }) => health.report());
	return healthView(report);
}

export default function Health({ loaderData }: Route.ComponentProps) {
	return <DeskHealth health={loaderData} />;
}
