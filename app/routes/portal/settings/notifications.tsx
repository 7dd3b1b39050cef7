import { redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { SavedMessage } from "~/features/accounts/components/saved-message";
import { savedSchema } from "~/features/accounts/settings.schema";
import { PreferencesForm } from "~/features/notifications/components/preferences-form";
import { preferencesSchema } from "~/features/notifications/preferences.schema";
import { paramsOf } from "~/lib/address";
import { readForm } from "~/lib/form-data";
import { asCustomer, ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/notifications";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Notification preferences") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const [{ email }, preferences] = await asCustomer(context, ({ notificationPreferences }, owner) =>
		notificationPreferences.read(owner),
	);
	return { email, preferences, saved: savedSchema.parse(paramsOf(url)).saved };
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const preferences = preferencesSchema.parse(Object.fromEntries(await readForm(request)));
	await context.get(servicesContext).notificationPreferences.save(ownerOf(context), preferences);
	return redirect(`${url.pathname}?saved=preferences`);
}

export default function NotificationPreferences({ loaderData }: Route.ComponentProps) {
	const { email, preferences, saved } = loaderData;
	return (
		<>
			<SavedMessage saved={saved} />
			<PreferencesForm email={email} preferences={preferences} />
		</>
	);
}
