import { href, redirect, redirectDocument, replace, type ShouldRevalidateFunctionArgs } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { changeDomainSetting } from "~/features/domains/change-domain-setting";
import { DomainOverview } from "~/features/domains/components/domain-overview";
import { domainView } from "~/features/domains/domain-view";
import { domainOverviewSchema } from "~/features/domains/manage.schema";
import { flashHeaders } from "~/lib/flash";
import { readForm, textFields } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, failureOrNotFound, notFound } from "~/lib/responses";
import { failureStatus } from "~/lib/result";
import { asCustomer, customerOf, ownerOf } from "~/middleware/as-customer";
import { confirmedCustomerOf } from "~/middleware/require-confirmation";
import type { Route } from "./+types/domain-overview";

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? loaderData.domain.name : "Not found") },
];

/** Also after a refused order, because the price or the domain may have changed. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
	actionStatus === failureStatus.conflict || defaultShouldRevalidate;

export async function loader({ context, params }: Route.LoaderArgs) {
	const { domainId } = params;
	const [customer, [domain, jobs, pending, payment, ownAddons, push]] = await asCustomer(
		context,
		({ addons, portfolio, domainManagement, pushes, renewals }, owner) =>
			Promise.all([
				portfolio.find(owner, domainId),
				domainManagement.jobs(owner, domainId),
				renewals.pending(owner),
				renewals.charges.paymentForRenewal(owner, "domain", domainId),
				addons.of(owner, { domainId }),
				pushes.pendingOf(owner, domainId),
			]),
	);
	if (!domain) notFound();
	const { clock, domainManagement, orders, renewals } = context.get(servicesContext);
	const [registry, outgoing] = await Promise.all([renewals.registration(domain), domainManagement.outgoing(domain)]);
	const found = { domain, jobs, pending, registry, payment, addons: ownAddons, push, outgoing };
	return { domain: domainView(found, clock(), customer), agreement: orders.createIdempotencyKey() };
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
	const form = await readForm(request);
	const values = textFields(form, ["intent", "on", "addonId"]);
	const input = parse(domainOverviewSchema, { ...values, ...textFields(form, ["authCode", "total", "key"]) });
	if (!input.ok) return failureData(input.error, values);
	const services = context.get(servicesContext);
	const owner = ownerOf(context);
	const { domainId } = params;
	if (input.value.intent === "take-credit") {
		const taken = await services.orders.takeCredit(owner, domainId);
		return taken.ok
			? redirectDocument(href("/orders/:orderId", { orderId: taken.value }))
			: failureOrNotFound(taken.error, values);
	}
	if (input.value.intent === "restore") {
		const ordered = await services.orders.restore(await customerOf(context), owner, domainId, input.value);
		if (!ordered.ok) return failureOrNotFound(ordered.error, values);
		return redirectDocument(href("/pay/:invoiceId", { invoiceId: ordered.value.invoiceId }), 303);
	}
	if (input.value.intent === "registrant-check") {
		const sent = await services.registrantChecks.sendAgain(owner, domainId);
		if (!sent.ok) return failureOrNotFound(sent.error, values);
		const message = sent.value === "sent" ? "The email is sent again." : "The address is confirmed.";
		return redirect(url.pathname, { headers: flashHeaders(services.config.APP_ORIGIN, { message }) });
	}
	if (input.value.intent === "withdraw-push") {
		const withdrawn = await services.pushes.withdraw(owner, domainId);
		if (!withdrawn.ok) return failureOrNotFound(withdrawn.error, values);
		const message = "The offer is withdrawn. The domain stays in your account.";
		return redirect(url.pathname, { headers: flashHeaders(services.config.APP_ORIGIN, { message }) });
	}
	if (input.value.intent === "reject-transfer") {
		const rejected = await services.domainManagement.rejectTransfer(owner, domainId);
		if (!rejected.ok) return failureOrNotFound(rejected.error, values);
		const message = "The transfer is rejected, and the domain is locked.";
		return redirect(url.pathname, { headers: flashHeaders(services.config.APP_ORIGIN, { message }) });
	}
	if (input.value.intent === "approve-transfer") {
		const approved = await services.domainManagement.approveTransfer(await confirmedCustomerOf(context, url), domainId);
		if (!approved.ok) return failureOrNotFound(approved.error, values);
		const message = "The transfer is approved. The domain is with the other registrar soon.";
		return redirect(href("/dashboard/domains"), { headers: flashHeaders(services.config.APP_ORIGIN, { message }) });
	}
	if ("addonId" in input.value) {
		const set = await services.addons.set(owner, { domainId }, input.value);
		return set.ok ? replace(url.pathname) : failureData(set.error, values);
	}
	const confirmed = () => confirmedCustomerOf(context, url);
	const done =
		input.value.intent === "auth-code"
			? await services.orders.enterAuthCode(owner, domainId, input.value.authCode)
			: await changeDomainSetting(services, { owner, confirmed }, domainId, input.value);
	if (!done.ok) return failureOrNotFound(done.error, values);
	return replace(url.pathname);
}

export default function OverviewPage({ loaderData, actionData }: Route.ComponentProps) {
	return <DomainOverview {...loaderData} failure={actionData?.failure} />;
}
