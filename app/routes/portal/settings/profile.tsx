import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { ProfileForm } from "~/features/accounts/components/profile-form";
import type { Customer } from "~/features/accounts/customer";
import { settingName, settingsMessages } from "~/features/accounts/profile";
import { profileSchema } from "~/features/accounts/settings.schema";
import { readForm, textFields } from "~/lib/form-data";
import { mergeFormValues, readInitialValues } from "~/lib/initial-values";
import { parse } from "~/lib/parse";
import { failureData } from "~/lib/responses";
import { customerOf } from "~/middleware/as-customer";
import { redirectWith } from "~/middleware/redirect-with";
import { ownerWithReentry } from "~/middleware/require-confirmation";
import type { Route } from "./+types/profile";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Profile") }];

const fields = ["firstName", "lastName", "phone", "company", "country", "timezone", "language"] as const;

function profileOf({ firstName, lastName, phone, company, country, timezone, language }: Customer) {
	return { firstName, lastName, phone: phone ?? "", company: company ?? "", country, timezone, language };
}

export async function loader({ context }: Route.LoaderArgs) {
	const customer = await customerOf(context);
	return {
		email: customer.email,
		profile: profileOf(customer),
	};
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const form = await readForm(request);
	const sent = textFields(form, fields);
	const current = profileOf(await customerOf(context));
	const merged = mergeFormValues({ sent, initial: readInitialValues(form, fields), current, format: settingName });
	const profile = merged.ok ? parse(profileSchema, merged.value) : merged;
	if (!profile.ok) return failureData(profile.error, { ...sent, initial: merged.initial });
	const { accountSettings } = context.get(servicesContext);
	const saved = await accountSettings.updateProfile(await ownerWithReentry(context), profile.value);
	if (!saved.ok) return failureData(saved.error, { ...sent, initial: merged.initial });
	return redirectWith(context, url.pathname, { message: settingsMessages.profile });
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<ProfileForm
			email={loaderData.email}
			profile={loaderData.profile}
			failure={actionData?.failure}
			values={actionData?.values}
		/>
	);
}
