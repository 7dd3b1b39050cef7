import { redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { ProfileForm } from "~/features/accounts/components/profile-form";
import { SavedMessage } from "~/features/accounts/components/saved-message";
import { profileSchema, savedSchema } from "~/features/accounts/settings.schema";
import { paramsOf } from "~/lib/address";
import { readForm, textsOf } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData } from "~/lib/responses";
import { customerOf, ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/profile";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Profile") }];

const fields = ["firstName", "lastName", "phone", "company", "country", "timezone", "language"] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
	const { email, firstName, lastName, phone, company, country, timezone, language } = await customerOf(context);
	return {
		email,
		profile: { firstName, lastName, phone: phone ?? "", company: company ?? "", country, timezone, language },
		saved: savedSchema.parse(paramsOf(url)).saved,
	};
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const form = await readForm(request);
	const profile = parse(profileSchema, Object.fromEntries(form));
	if (!profile.ok) return failureData(profile.error, textsOf(form, fields));
	await context.get(servicesContext).accountSettings.updateProfile(ownerOf(context), profile.value);
	return redirect(`${url.pathname}?saved=profile`);
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<>
			<SavedMessage saved={loaderData.saved} failure={actionData?.failure} />
			<ProfileForm
				email={loaderData.email}
				profile={loaderData.profile}
				failure={actionData?.failure}
				values={actionData?.values}
			/>
		</>
	);
}
