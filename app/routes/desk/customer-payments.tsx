import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { GiveCredit } from "~/features/billing-desk/components/give-credit";
import { handleCreditForm } from "~/features/billing-desk/invoice-form";
import { CustomerPayments } from "~/features/customers/components/customer-rows";
import { creditRow, paymentRow } from "~/features/customers/customer-view";
import { moneySchema } from "~/features/customers/customers.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { limitOf } from "~/features/staff/money-limits";
import { may } from "~/features/staff/permissions";
import { paramsOf } from "~/lib/address";
import { formatMoney } from "~/lib/money";
import { notFound } from "~/lib/responses";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/customer-payments";

export const handle = {
	desk: { view: "billing.view", actions: { credit: "billing.credit" } },
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Payments · Customer") }];

const none = { items: [], next: null } as const;

export async function loader({ context, params: { customerId }, url }: Route.LoaderArgs) {
	const query = moneySchema.parse(paramsOf(url));
	const [{ roles }, [account, payments, credit]] = await asStaff(context, handle, ({ customers }, session) =>
		Promise.all([
			customers.account(session, customerId),
			query.show === "payments" ? customers.payments(session, customerId, query) : none,
			query.show === "credit" ? customers.credit(session, customerId, query) : none,
		]),
	);
	const { currency, status } = account ?? notFound();
	const limit = limitOf(roles, currency);
	return {
		give:
			may(roles, "billing.credit") && status !== "closed"
				? { currency, limit: limit && formatMoney(limit), sendKey: crypto.randomUUID() }
				: null,
		show: query.show,
		payments: { rows: payments.items.map(paymentRow), next: payments.next },
		credit: { rows: credit.items.map(creditRow), next: credit.next },
	};
}

export async function action({ context, request, params, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const done = await handleCreditForm(context.get(servicesContext).billingDesk, sent.value, params.customerId);
	if (!done.ok) return deskFailure(done.error, sent.value.form);
	// The list that shows it, and an empty form.
	return deskDone(context, { pathname: url.pathname, search: "?show=credit" }, done.value);
}

export default function CustomerPaymentsPage({ loaderData: { give, ...lists }, actionData }: Route.ComponentProps) {
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-4">
			{give && <GiveCredit key={lists.credit.rows[0]?.id} {...give} answer={actionData} />}
			<CustomerPayments {...lists} />
		</div>
	);
}
