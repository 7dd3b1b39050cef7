import { href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { PushForm } from "~/features/domains/components/push-form";
import { registrantLockDays } from "~/features/domains/lifecycle";
import { startPushSchema } from "~/features/domains/push.schema";
import { toUnicode } from "~/features/domains/to-unicode";
import { flashHeaders } from "~/lib/flash";
import { readForm, textFields } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, failureOrNotFound, notFound } from "~/lib/responses";
import { asCustomer } from "~/middleware/as-customer";
import { confirmedOwnerOf } from "~/middleware/require-confirmation";
import { requireDomainConfirmation } from "~/middleware/require-domain-confirmation";
import type { Route } from "./+types/domain-push";

export const middleware: Route.MiddlewareFunction[] = [requireDomainConfirmation];

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? `Move ${loaderData.domain}` : "Not found") },
];

export async function loader({ context, params: { domainId } }: Route.LoaderArgs) {
	const [, [domain, push]] = await asCustomer(context, ({ portfolio, pushes }, owner) =>
		Promise.all([portfolio.find(owner, domainId), pushes.pendingOf(owner, domainId)]),
	);
	if (!domain) notFound();
	const { id, name, tld } = domain;
	const offeredTo = push?.recipientEmail ?? null;
	return { id, domain: toUnicode(name), offeredTo, lockDays: registrantLockDays(tld) };
}

export async function action({ context, params: { domainId }, request, url }: Route.ActionArgs) {
	const typed = textFields(await readForm(request), ["email"]);
	const input = parse(startPushSchema, typed);
	if (!input.ok) return failureData(input.error, typed);
	const owner = await confirmedOwnerOf(context, url);
	const { config, pushes } = context.get(servicesContext);
	const offered = await pushes.offer(owner, domainId, input.value);
	if (!offered.ok) return failureOrNotFound(offered.error, typed);
	const message = `We emailed ${input.value.email}.`;
	return redirect(href("/dashboard/domains/:domainId", { domainId }), {
		headers: flashHeaders(config.APP_ORIGIN, { message }),
	});
}

export default function PushPage({ loaderData, actionData }: Route.ComponentProps) {
	return <PushForm {...loaderData} failure={actionData?.failure} typed={actionData?.values?.email} />;
}
