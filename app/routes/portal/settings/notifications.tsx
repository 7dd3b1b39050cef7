import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { settingsMessages } from "~/features/accounts/profile";
import { PreferencesForm } from "~/features/notifications/components/preferences-form";
import { checkboxValues } from "~/features/notifications/preferences";
import { preferencesSchema } from "~/features/notifications/preferences.schema";
import { readForm, textFields } from "~/lib/form-data";
import { mergeFormValues, readInitialValues } from "~/lib/initial-values";
import { asCustomer, ownerOf } from "~/middleware/as-customer";
import { redirectWith } from "~/middleware/redirect-with";
import type { Route } from "./+types/notifications";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Notification preferences") }];

export async function loader({ context }: Route.LoaderArgs) {
	const [{ email }, preferences] = await asCustomer(context, ({ notificationPreferences }, owner) =>
		notificationPreferences.read(owner),
	);
	return { email, preferences };
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
	return redirectWith(context, url.pathname, { message: settingsMessages.preferences });
}

export default function NotificationPreferences({ loaderData }: Route.ComponentProps) {
	const { email, preferences } = loaderData;
	return <PreferencesForm email={email} preferences={preferences} />;
}
