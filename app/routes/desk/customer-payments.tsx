import { pageTitle } from "~/components/layout/page-title";
import { CustomerPayments } from "~/features/customers/components/customer-rows";
import { creditRow, paymentRow } from "~/features/customers/customer-view";
import { moneySchema } from "~/features/customers/customers.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { paramsOf } from "~/lib/address";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/customer-payments";

export const handle = { desk: { view: "billing.view" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Payments · Customer") }];

const none = { items: [], next: null } as const;

export async function loader({ context, params: { customerId }, url }: Route.LoaderArgs) {
	const query = moneySchema.parse(paramsOf(url));
	const [, [payments, credit]] = await asStaff(context, handle, ({ customers }, session) =>
		Promise.all([
			query.show === "payments" ? customers.payments(session, customerId, query) : none,
			query.show === "credit" ? customers.credit(session, customerId, query) : none,
		]),
	);
	return {
		show: query.show,
		payments: { rows: payments.items.map(paymentRow), next: payments.next },
		credit: { rows: credit.items.map(creditRow), next: credit.next },
	};
}

export default function CustomerPaymentsPage({ loaderData }: Route.ComponentProps) {
	return <CustomerPayments {...loaderData} />;
}
