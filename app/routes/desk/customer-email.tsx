import { pageTitle } from "~/components/layout/page-title";
import { CustomerEmail } from "~/features/customers/components/customer-rows";
import { emailRow } from "~/features/customers/customer-view";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { notFound } from "~/lib/responses";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/customer-email";

export const handle = { desk: { view: "customers.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Email · Customer") }];

export async function loader({ context, params: { customerId, emailId } }: Route.LoaderArgs) {
	const [, found] = await asStaff(context, handle, ({ customers }, session) =>
		customers.email(session, customerId, emailId),
	);
	const { row, sent } = found ?? notFound();
	return { email: emailRow(row), sent: sent.ok ? sent.value : null, failure: sent.ok ? null : sent.error, customerId };
}

export default function CustomerEmailPage({ loaderData }: Route.ComponentProps) {
	return <CustomerEmail {...loaderData} />;
}
