import { redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { SavedMessage } from "~/features/accounts/components/saved-message";
import { savedSchema } from "~/features/accounts/settings.schema";
import { PreferencesForm } from "~/features/notifications/components/preferences-form";
import { checkboxValues } from "~/features/notifications/preferences";
import { preferencesSchema } from "~/features/notifications/preferences.schema";
import { paramsOf } from "~/lib/address";
import { readForm, textFields } from "~/lib/form-data";
import { mergeFormValues, readInitialValues } from "~/lib/initial-values";
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
	const form = await readForm(request);
	const { notificationPreferences } = context.get(servicesContext);
	const owner = ownerOf(context);
	const names = preferencesSchema.keyof().options;
	const sent = textFields(form, names);
	const current = checkboxValues(await notificationPreferences.read(owner));
	const merged = mergeFormValues({ sent, initial: readInitialValues(form, names), current });
	await notificationPreferences.save(owner, preferencesSchema.parse(merged.ok ? merged.value : sent));
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
