import { redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { toUnicode } from "~/features/domains/to-unicode";
import { ManagePlan } from "~/features/hosting/components/manage-plan";
import { panelFormSchema } from "~/features/hosting/hosting.schema";
import { isRunByStaff } from "~/features/hosting/hosting-facts";
import { isCheckedAutomatically, isConnecting, recordsToAdd } from "~/features/hosting/plan-domain";
import { stopNotice, unpaidNotice } from "~/features/hosting/suspension";
import { flashHeaders } from "~/lib/flash";
import { readForm, textFields } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, failureOrNotFound, notFound } from "~/lib/responses";
import { ok } from "~/lib/result";
import { asCustomer, customerOf } from "~/middleware/as-customer";
import { confirmedOwnerOf, requireConfirmationToRead, requireConfirmedOwner } from "~/middleware/require-confirmation";
import type { Route } from "./+types/manage-hosting";

export const middleware: Route.MiddlewareFunction[] = [requireConfirmationToRead];

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? `Manage ${loaderData.plan.name}` : "Not found") },
];

export async function loader({ context, params }: Route.LoaderArgs) {
	const [customer, [plan, usedBy]] = await asCustomer(context, ({ hosting, planDomains }, owner) =>
		Promise.all([hosting.find(owner, params.planId), planDomains.usedBy(owner, params.planId)]),
	);
	if (!plan) notFound();
	const { id, name, type, domain, status, userId, ip } = plan;
	const unproven = domain !== null && plan.domainProvenAt === null;
	const { clock, planDomains } = context.get(servicesContext);
	return {
		records: recordsToAdd(plan),
		plan: {
			id,
			name,
			type,
			domain,
			domainName: domain && toUnicode(domain),
			connecting: isConnecting(plan),
			status,
			ip,
			runByStaff: isRunByStaff(plan.productId),
			notice: stopNotice(plan, customer),
			unpaid: unpaidNotice(plan, clock(), customer),
		},
		proof: unproven
			? {
					record: planDomains.proofRecordFor({ userId, domain }),
					isCheckedAutomatically: isCheckedAutomatically(plan),
					usedBy,
				}
			: null,
	};
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
	const form = await readForm(request);
	const values = textFields(form, ["domain"]);
	const input = parse(panelFormSchema, Object.fromEntries(form));
	if (!input.ok) return failureData(input.error, values);
	// A redirect would lose the domain that was typed.
	const confirmed =
		input.value.intent === "set-domain"
			? await requireConfirmedOwner(context)
			: ok(await confirmedOwnerOf(context, url));
	if (!confirmed.ok) return failureData(confirmed.error, values);
	const owner = confirmed.value;
	const { panelAccess, planDomains, config } = context.get(servicesContext);
	const done = (message: string) => redirect(url.pathname, { headers: flashHeaders(config.APP_ORIGIN, { message }) });
	if (input.value.intent === "check-domain") {
		const checked = await planDomains.check(owner, params.planId);
		if (!checked.ok) return failureOrNotFound(checked.error);
		return done(
			checked.value === "connected"
				? "The domain is connected to your plan."
				: "We found your record. We are connecting the domain now.",
		);
	}
	if (input.value.intent === "set-domain") {
		const chosen = await planDomains.choose(owner, params.planId, input.value.domain, input.value.move);
		if (!chosen.ok) return failureData(chosen.error, values);
		return done(
			chosen.value === "unproven"
				? "Your plan has its domain now. Prove below that it is yours, and we connect it."
				: "The domain is connected to your plan.",
		);
	}
	if (input.value.intent === "open") {
		const link = await panelAccess.signInLink(owner, params.planId);
		// The URL signs in, so keep it out of Referer headers.
		if (link.ok) return redirect(link.value, { status: 303, headers: { "Referrer-Policy": "no-referrer" } });
		return failureOrNotFound(link.error);
	}
	const { email } = await customerOf(context);
	const change = { planId: params.planId, password: input.value.newPassword, email };
	const changed = await panelAccess.changePassword(owner, change);
	if (!changed.ok) return failureOrNotFound(changed.error);
	return done("Control panel password changed.");
}

export default function ManageHosting({ loaderData, actionData }: Route.ComponentProps) {
	return <ManagePlan {...loaderData} failure={actionData?.failure} typed={actionData?.values?.domain} />;
}
