import { data } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { AuthCodePage } from "~/features/domains/components/auth-code-page";
import { toUnicode } from "~/features/domains/to-unicode";
import { failureOrNotFound, notFound } from "~/lib/responses";
import { asCustomer } from "~/middleware/as-customer";
import { confirmedOwnerOf } from "~/middleware/require-confirmation";
import { requireDomainConfirmation } from "~/middleware/require-domain-confirmation";
import type { Route } from "./+types/domain-auth-code";

export const middleware: Route.MiddlewareFunction[] = [requireDomainConfirmation];

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? `Authorization code of ${loaderData.domain}` : "Not found") },
];

export async function loader({ context, params }: Route.LoaderArgs) {
	const [, domain] = await asCustomer(context, ({ portfolio }, owner) => portfolio.find(owner, params.domainId));
	if (!domain) notFound();
	return { id: domain.id, domain: toUnicode(domain.name), locked: domain.locked };
}

export async function action({ context, params, url }: Route.ActionArgs) {
	const owner = await confirmedOwnerOf(context, url);
	const shown = await context.get(servicesContext).domainManagement.showAuthCode(owner, params.domainId);
	if (shown.ok) return data({ code: shown.value, failure: undefined });
	return failureOrNotFound(shown.error);
}

export default function AuthCode({ loaderData, actionData }: Route.ComponentProps) {
	const code = actionData && "code" in actionData ? actionData.code : undefined;
	return <AuthCodePage {...loaderData} code={code} failure={actionData?.failure} />;
}
