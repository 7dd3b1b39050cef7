import { data, replace } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { addonRow } from "~/features/addons/addon-row";
import { planRenewalOffer } from "~/features/cart/renewal-offer";
import { accountPlans } from "~/features/catalog/account-plans";
import { HostingManagement } from "~/features/hosting/components/hosting-management";
import { hostingListSchema, planChangeSchema } from "~/features/hosting/hosting.schema";
import { listPlanOffers } from "~/features/hosting/offers";
import { planRow, usageAge } from "~/features/hosting/plan-row";
import { describePayment } from "~/features/payments/renewal-charge";
import { paramsOf } from "~/lib/address";
import { readForm, textFields } from "~/lib/form-data";
import { formatCount } from "~/lib/format-count";
import { parse } from "~/lib/parse";
import { failureData, isDataRequest } from "~/lib/responses";
import { asCustomer, ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/hosting";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Hosting") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = hostingListSchema.parse(paramsOf(url));
	const { open } = query;
	const [customer, [summary, page, pending, payment, ownAddons]] = await asCustomer(
		context,
		({ addons, hosting, renewals }, owner) =>
			Promise.all([
				hosting.summary(owner),
				hosting.list(owner, query),
				open ? renewals.pending(owner) : [],
				open ? renewals.charges.paymentForRenewal(owner, "plan", open) : null,
				open ? addons.of(owner, { planId: open }) : [],
			]),
	);
	const { clock, hosting, hostingUsage, waitUntil } = context.get(servicesContext);
	const now = clock();
	const opened = page.items.find(({ id }) => id === open);
	// The page shows the stored usage, and the next one the usage that this reads.
	if (opened) waitUntil(hostingUsage.refresh(opened));
	return {
		query,
		stats: { total: summary.total, active: summary.active, renewals: summary.renewalsThisMonth(customer.timezone) },
		plans: page.items.map((plan) => ({
			...planRow(plan, now, customer),
			keptFor: formatCount(hosting.keptDays, "day"),
			renew: plan.id === open ? planRenewalOffer(plan, pending, now, customer) : null,
			usageAge: plan.id === open ? usageAge(plan, now, customer) : null,
			addons: plan.id === open ? ownAddons.map((addon) => addonRow(addon, customer)) : [],
			payment: plan.id === open ? describePayment(payment, customer) : null,
		})),
		next: page.next,
		offers: listPlanOffers(accountPlans(customer.currency), customer.currency),
	};
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const form = await readForm(request);
	const values = textFields(form, ["intent", "planId", "addonId"]);
	const input = parse(planChangeSchema, values);
	if (!input.ok) return failureData(input.error, values);
	const { planId } = input.value;
	const { addons, hosting } = context.get(servicesContext);
	const owner = ownerOf(context);
	const done =
		"addonId" in input.value
			? await addons.set(owner, { planId }, input.value)
			: await hosting[input.value.intent](owner, planId);
	if (!done.ok) return failureData(done.error, values);
	return isDataRequest(request) ? data(null) : replace(`${url.pathname}${url.search}#${planId}`);
}

export default function HostingPage({ loaderData }: Route.ComponentProps) {
	return <HostingManagement {...loaderData} />;
}
