import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { CreditForms } from "~/features/billing-desk/components/credit-forms";
import { handleCreditForm } from "~/features/billing-desk/invoice-form";
import { CustomerPayments } from "~/features/customers/components/customer-rows";
import { creditRow, paymentRow } from "~/features/customers/customer-view";
import { moneySchema } from "~/features/customers/customers.schema";
import { heldIn } from "~/features/payments/payable";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { limitOf } from "~/features/staff/money-limits";
import { may } from "~/features/staff/permissions";
import { paramsOf } from "~/lib/address";
import { formatMoney, isZero, money } from "~/lib/money";
import { notFound } from "~/lib/responses";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/customer-payments";

export const handle = {
	desk: { view: "billing.view", actions: { credit: "billing.credit", "pay-back": "billing.refund" } },
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Payments · Customer") }];

const none = { items: [], next: null } as const;

export async function loader({ context, params: { customerId }, url }: Route.LoaderArgs) {
	const query = moneySchema.parse(paramsOf(url));
	const [{ roles }, [account, credits, payments, credit]] = await asStaff(context, handle, (services, session) => {
		const { customers } = services;
		return Promise.all([
			customers.account(session, customerId),
			services.payments.credit.balances({ userId: customerId }),
			query.show === "payments" ? customers.payments(session, customerId, query) : none,
			query.show === "credit" ? customers.credit(session, customerId, query) : none,
		]);
	});
	const { currency, status } = account ?? notFound();
	const limit = limitOf(roles, currency);
	const held = money(heldIn(credits, currency), currency);
	const mayGive = may(roles, "billing.credit") && status !== "closed";
	const mayPayBack = may(roles, "billing.refund") && !isZero(held);
	return {
		forms:
			mayGive || mayPayBack
				? {
						...{ mayGive, held: mayPayBack ? formatMoney(held) : null },
						...{ currency, limit: limit && formatMoney(limit), sendKey: crypto.randomUUID() },
					}
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

export default function CustomerPaymentsPage({ loaderData: { forms, ...lists }, actionData }: Route.ComponentProps) {
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-4">
			{forms && <CreditForms key={lists.credit.rows[0]?.id} {...forms} answer={actionData} />}
			<CustomerPayments {...lists} />
		</div>
	);
}
