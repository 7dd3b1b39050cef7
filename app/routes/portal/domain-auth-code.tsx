import { data, replace } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { showOrRequestAuthCode } from "~/features/domains/auth-code-request";
import { changeDomainSetting } from "~/features/domains/change-domain-setting";
import { AuthCodePage } from "~/features/domains/components/auth-code-page";
import { domainSwitchSchema } from "~/features/domains/manage.schema";
import { toUnicode } from "~/features/domains/to-unicode";
import { afterTransferRequest } from "~/features/domains/transfer-rules";
import { readForm, textFields } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, failureOrNotFound, notFound } from "~/lib/responses";
import { asCustomer, customerOf, ownerOf } from "~/middleware/as-customer";
import { confirmedCustomerOf, confirmedOwnerOf } from "~/middleware/require-confirmation";
import { requireDomainConfirmation } from "~/middleware/require-domain-confirmation";
import type { Route } from "./+types/domain-auth-code";

export const middleware: Route.MiddlewareFunction[] = [requireDomainConfirmation];

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? `Authorization code of ${loaderData.domain}` : "Not found") },
];

export async function loader({ context, params }: Route.LoaderArgs) {
	const [, domain] = await asCustomer(context, ({ portfolio }, owner) => portfolio.find(owner, params.domainId));
	if (!domain) notFound();
	const { domainManagement } = context.get(servicesContext);
	return {
		domain: toUnicode(domain.name),
		locked: domain.locked,
		signed: domain.dnssec !== "off",
		nextStep: afterTransferRequest(domain.tld, domainManagement.answersTransfers(domain)),
	};
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
	const values = textFields(await readForm(request), ["intent", "on"]);
	const services = context.get(servicesContext);
	if (values.intent === "lock") {
		const input = parse(domainSwitchSchema, values);
		if (!input.ok) return failureData(input.error, values);
		const who = { owner: ownerOf(context), confirmed: () => confirmedCustomerOf(context, url) };
		const done = await changeDomainSetting(services, who, params.domainId, input.value);
		return done.ok ? replace(url.pathname) : failureOrNotFound(done.error, values);
	}
	const owner = await confirmedOwnerOf(context, url);
	const customer = await customerOf(context);
	const shown = await showOrRequestAuthCode(services, { owner, customer }, params.domainId);
	return shown.ok ? data({ ...shown.value, failure: undefined }) : failureOrNotFound(shown.error);
}

export default function AuthCode({ loaderData, actionData }: Route.ComponentProps) {
	const code = actionData && "code" in actionData ? actionData.code : undefined;
	const ticketId = actionData && "ticketId" in actionData ? actionData.ticketId : undefined;
	// The switch shows its own failure.
	const failure =
		actionData && "values" in actionData && actionData.values?.intent === "lock" ? undefined : actionData?.failure;
	return <AuthCodePage {...loaderData} code={code} ticketId={ticketId} failure={failure} />;
}
