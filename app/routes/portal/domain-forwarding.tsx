import { redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { ForwardingPage } from "~/features/domains/components/forwarding-page";
import { forwardRemovedMessage } from "~/features/domains/forwarding";
import { forwardSchema } from "~/features/domains/manage.schema";
import { flashHeaders } from "~/lib/flash";
import { readForm, textFields } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, failureOrNotFound, notFound } from "~/lib/responses";
import { asCustomer } from "~/middleware/as-customer";
import { requireConfirmedOwner } from "~/middleware/require-confirmation";
import { requireDomainConfirmation } from "~/middleware/require-domain-confirmation";
import type { Route } from "./+types/domain-forwarding";

export const middleware: Route.MiddlewareFunction[] = [requireDomainConfirmation];

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? `Forwarding of ${loaderData.domain}` : "Not found") },
];

export async function loader({ context, params }: Route.LoaderArgs) {
	const [, domain] = await asCustomer(context, ({ portfolio }, owner) => portfolio.find(owner, params.domainId));
	if (!domain) notFound();
	const { name, forwards, nameservers } = domain;
	const { domainManagement } = context.get(servicesContext);
	const [available, ours] = await Promise.all([
		domainManagement.canForward(name),
		domainManagement.nameserversFor(name),
	]);
	return {
		domain: name,
		forwards: forwards ?? [],
		available,
		usesOtherNameservers: nameservers.join() !== ours.join(),
	};
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
	const form = await readForm(request);
	const values = textFields(form, ["host", "target", "permanent"]);
	const input = parse(forwardSchema, Object.fromEntries(form));
	if (!input.ok) return failureData(input.error, values);
	const owner = await requireConfirmedOwner(context);
	if (!owner.ok) return failureData(owner.error, values);
	const { domainManagement, config } = context.get(servicesContext);
	const done =
		input.value.intent === "add"
			? await domainManagement.addForward(owner.value, params.domainId, input.value)
			: await domainManagement.removeForward(owner.value, params.domainId, input.value.host);
	if (!done.ok) return failureOrNotFound(done.error, values);
	const flash = done.value && forwardRemovedMessage(done.value, url.pathname);
	return redirect(url.pathname, { headers: flash ? flashHeaders(config.APP_ORIGIN, flash) : {} });
}

export default function Forwarding({ loaderData, actionData }: Route.ComponentProps) {
	return <ForwardingPage {...loaderData} values={actionData?.values} failure={actionData?.failure} />;
}
