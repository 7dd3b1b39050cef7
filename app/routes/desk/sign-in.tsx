import { href, redirect } from "react-router";
import { NarrowPage } from "~/components/layout/narrow-page";
import { pageTitle } from "~/components/layout/page-title";
import { clientContext, requestIdContext, servicesContext, staffContext } from "~/context";
import { SecondStepForm } from "~/features/accounts/components/second-step-form";
import { deviceCookie } from "~/features/accounts/known-devices";
import { PasskeySignIn } from "~/features/passkeys/components/passkey-sign-in";
import { StaffSignInForm } from "~/features/staff/components/staff-sign-in-form";
import { staffCookie, staffTokenOf } from "~/features/staff/staff-cookie";
import { handleStaffSignIn } from "~/features/staff/staff-sign-in-form";
import { readForm, textFields } from "~/lib/form-data";
import { failureData } from "~/lib/responses";
import { safeRedirect } from "~/lib/safe-redirect";
import { staffViewer } from "~/middleware/staff-viewer";
import type { Route } from "./+types/sign-in";

export const handle = { hydrate: false };

export const middleware: Route.MiddlewareFunction[] = [staffViewer];

export const meta: Route.MetaFunction = () => [
	{ title: pageTitle("Desk sign-in") },
	{ name: "robots", content: "noindex" },
];

/** Only pages of the desk. */
function destination(url: URL): string {
	const desk = href("/desk");
	const next = safeRedirect(url.searchParams.get("next"), desk);
	return next === desk || next.startsWith(`${desk}/`) || next.startsWith(`${desk}?`) ? next : desk;
}

export async function loader({ url, context }: Route.LoaderArgs) {
	if (await context.get(staffContext).member()) throw redirect(destination(url));
	return { passkey: await context.get(servicesContext).staff.passkeys.request() };
}

export async function action({ request, url, context }: Route.ActionArgs) {
	const { config, knownDevices, staff } = context.get(servicesContext);
	const { APP_ORIGIN: appOrigin } = config;
	const form = await readForm(request);
	const client = context.get(clientContext);
	const signedIn = await handleStaffSignIn(staff, Object.fromEntries(form), {
		client,
		requestId: context.get(requestIdContext),
		previousToken: staffTokenOf(appOrigin, request.headers.get("Cookie")),
	});
	if (!signedIn.ok) {
		const { challenge, ...failure } = signedIn.error;
		// The password was right, so this is not a failure.
		if (failure.code === "two_factor_required") return { challenge, failure: undefined, values: undefined };
		return failureData(failure, { ...textFields(form, ["email"]), challenge });
	}
	const { token, staffId } = signedIn.value;
	const headers = new Headers({ "Set-Cookie": staffCookie(appOrigin, token) });
	headers.append("Set-Cookie", deviceCookie(appOrigin, knownDevices.remember(client, staffId)));
	return redirect(destination(url), { status: 303, headers });
}

export default function DeskSignIn({ actionData, loaderData }: Route.ComponentProps) {
	const { failure, values } = actionData && "failure" in actionData ? actionData : {};
	const challenge = actionData && "challenge" in actionData ? actionData.challenge : values?.challenge;
	return (
		<main id="main">
			{challenge ? (
				<NarrowPage title="Two-step sign-in" lead="Now enter the code from your authenticator app.">
					<SecondStepForm challenge={challenge} failure={failure} startOver={href("/desk/sign-in")} />
				</NarrowPage>
			) : (
				<NarrowPage title="Desk sign-in" lead="For our team. Customers sign in to their account in the portal.">
					<StaffSignInForm failure={failure} email={values?.email} />
					<PasskeySignIn request={loaderData.passkey} />
				</NarrowPage>
			)}
		</main>
	);
}
