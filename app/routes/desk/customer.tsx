import { Outlet } from "react-router";
import { CustomerFrame, type CustomerFrameData } from "~/features/customers/components/customer-frame";
import { customerView } from "~/features/customers/customer-view";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { permissionsOf } from "~/features/staff/permissions";
import { notFound } from "~/lib/responses";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/customer";

export const handle = { desk: { view: "customers.view" } } satisfies DeskHandle;

/** The name and the tabs, on every page of a customer. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const [{ roles }, found] = await asStaff(context, handle, ({ customers }, session) =>
		customers.find(session, params.customerId ?? ""),
	);
	return { customer: customerView(found ?? notFound()), permissions: [...permissionsOf(roles)] };
}

export default function Customer({ loaderData }: Route.ComponentProps) {
	return (
		<CustomerFrame {...loaderData}>
			<Outlet context={loaderData satisfies CustomerFrameData} />
		</CustomerFrame>
	);
}
