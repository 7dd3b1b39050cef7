import { redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext, viewerContext } from "~/context";
import { changeSettings } from "~/features/accounts/change-settings";
import { AccountSettings } from "~/features/accounts/components/account-settings";
import { settingsViewSchema } from "~/features/accounts/settings.schema";
import { settingsView } from "~/features/accounts/settings-view";
import { paramsOf } from "~/lib/address";
import { readForm, textsOf } from "~/lib/form-data";
import { failureData, notFound } from "~/lib/responses";
import { asCustomer, ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/account-settings";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Account settings") }];

/** Never a password. */
const shownAgain = ["intent", "firstName", "lastName", "phone", "company", "country", "timezone", "language"] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
	const { tab, saved } = settingsViewSchema.parse(paramsOf(url));
	const [customer, sessions] = await asCustomer(context, async (services, owner) =>
		tab === "security" ? services.sessions.list(owner) : [],
	);
	return settingsView({ tab, saved, customer, sessions, now: context.get(servicesContext).clock() });
}

export async function action({ context, request }: Route.ActionArgs) {
	const customer = await context.get(viewerContext).customer();
	if (!customer) notFound();
	const form = await readForm(request);
	const changed = await changeSettings(
		context.get(servicesContext),
		customer,
		ownerOf(context),
		Object.fromEntries(form),
	);
	if (!changed.ok) {
		if (changed.error.kind === "not_found") notFound();
		return failureData(changed.error, textsOf(form, shownAgain));
	}
	return redirect(`/dashboard/account-settings?tab=${changed.value.tab}&saved=${changed.value.saved}`);
}

export default function AccountSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
	return <AccountSettings view={loaderData} failure={actionData?.failure} values={actionData?.values} />;
}
