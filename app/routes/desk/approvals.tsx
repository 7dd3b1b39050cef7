import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { approvalView } from "~/features/billing-desk/billing-view";
import { ApprovalsPage } from "~/features/billing-desk/components/approvals-page";
import { handleApprovalForm } from "~/features/billing-desk/invoice-form";
import { customerRowsSchema } from "~/features/customers/customers.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { permissionsOf } from "~/features/staff/permissions";
import { paramsOf } from "~/lib/address";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/approvals";

export const handle = {
	desk: {
		view: "billing.view",
		actions: {
			"approve-refund": "billing.refund",
			"refuse-refund": "billing.refund",
			"approve-write-off": "billing.write-off",
			"refuse-write-off": "billing.write-off",
			"approve-credit": "billing.credit",
			"refuse-credit": "billing.credit",
			"approve-payment": "billing.record",
			"refuse-payment": "billing.record",
			"approve-statement": "billing.record",
			"refuse-statement": "billing.record",
			"approve-assignment": "billing.record",
			"refuse-assignment": "billing.record",
		},
	},
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Approvals") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const { after } = customerRowsSchema.parse(paramsOf(url));
	const [{ id, roles }, { items, next }] = await asStaff(context, handle, ({ billingDesk }, session) =>
		billingDesk.approvals(session, after),
	);
	return { approvals: items.map((row) => approvalView(row, id)), next, permissions: [...permissionsOf(roles)] };
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const done = await handleApprovalForm(context.get(servicesContext).billingDesk, sent.value);
	return done.ok ? deskDone(context, url, done.value) : deskFailure(done.error, sent.value.form);
}

export default function Approvals({ loaderData, actionData }: Route.ComponentProps) {
	return <ApprovalsPage {...loaderData} answer={actionData} />;
}
