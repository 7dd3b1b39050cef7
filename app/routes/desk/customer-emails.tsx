import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { CustomerEmails } from "~/features/customers/components/customer-rows";
import { emailRow } from "~/features/customers/customer-view";
import { customerRowsSchema, resendEmailSchema } from "~/features/customers/customers.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { paramsOf } from "~/lib/address";
import { parse } from "~/lib/parse";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/customer-emails";

export const handle = {
	desk: { view: "customers.view", actions: { resend: "customers.edit" } },
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Emails · Customer") }];

export async function loader({ context, params, url }: Route.LoaderArgs) {
	const query = customerRowsSchema.parse(paramsOf(url));
	const [{ roles }, { items, next }] = await asStaff(context, handle, ({ customers }, session) =>
		customers.emails(session, params.customerId, query),
	);
	return { rows: items.map(emailRow), next, mayResend: may(roles, "customers.edit") };
}

export async function action({ context, request, params, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { fields, form, session } = sent.value;
	const input = parse(resendEmailSchema, fields);
	const { customerActions } = context.get(servicesContext);
	const done = input.ok ? await customerActions.resendEmail(session, params.customerId, input.value.emailId) : input;
	return done.ok ? deskDone(context, url, "We'll send the email again.") : deskFailure(done.error, form);
}

export default function CustomerEmailsPage({ loaderData, actionData }: Route.ComponentProps) {
	return <CustomerEmails {...loaderData} answer={actionData} />;
}
