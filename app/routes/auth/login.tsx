import { href, redirect } from "react-router";
import { NarrowPage } from "~/components/layout/narrow-page";
import { pageTitle } from "~/components/layout/page-title";
import { clientContext, servicesContext, viewerContext } from "~/context";
import { LoginForm } from "~/features/accounts/components/login-form";
import { SecondStepForm } from "~/features/accounts/components/second-step-form";
import { SignedIn } from "~/features/accounts/components/signed-in";
import { sessionTokenOf } from "~/features/accounts/session-cookie";
import { handleSignInForm } from "~/features/accounts/sign-in-form";
import { PasskeySignIn } from "~/features/passkeys/components/passkey-sign-in";
import { memberRoleOf } from "~/lib/acting";
import { readForm, textFields } from "~/lib/form-data";
import { failureData } from "~/lib/responses";
import { nextPath, withNext } from "~/lib/safe-redirect";
import { backToOwnAccount, signInDestination, signInResponse } from "~/middleware/sign-in-response";
import type { Route } from "./+types/login";

export const handle = { hydrate: false };

const accessEnded =
	"Your role in the other account has changed, or your access has ended. You are in your own account again.";

export const meta: Route.MetaFunction = () => [
	{ title: pageTitle("Sign in") },
	{ name: "description", content: "Sign in to manage your domains, hosting, projects and invoices." },
];

export async function loader({ request, url, context }: Route.LoaderArgs) {
	const viewer = context.get(viewerContext);
	if (await viewer.customer()) throw redirect(signInDestination(url));
	const { checkoutDrafts, passkeys } = context.get(servicesContext);
	const wanted = nextPath(url);
	// Of an account that is not their own. The browser still has its session, and the page was one of that account.
	const hasEnded = memberRoleOf(viewer.owner) !== null;
	const back = hasEnded && (await backToOwnAccount(context, { message: accessEnded, tone: "info" }));
	if (back) throw back;
	const people = href("/dashboard/account-settings/people");
	if (hasEnded && wanted !== people) throw redirect(withNext(href("/login"), people));
	// Of a visitor who registered at the checkout and verified the address on another device.
	const draft = wanted === href("/checkout") ? await checkoutDrafts.read(request.headers.get("Cookie")) : null;
	return {
		wanted,
		hasEnded,
		email: draft?.contact.email,
		passkey: await passkeys.request(),
	};
}

export async function action({ request, url, context }: Route.ActionArgs) {
	const { accounts, config, passkeys } = context.get(servicesContext);
	const form = await readForm(request);
	const before = sessionTokenOf(config.APP_ORIGIN, request.headers.get("Cookie"));
	const login = await handleSignInForm(
		{ accounts, passkeys },
		Object.fromEntries(form),
		context.get(clientContext),
		before,
	);
	if (!login.ok) {
		const { challenge, ...failure } = login.error;
		// The password was right, so this is not a failure.
		if (failure.code === "two_factor_required") return { challenge, failure: undefined, values: undefined };
		return failureData(failure, { ...textFields(form, ["email", "remember"]), challenge });
	}

	return signInResponse(request, context, login.value, signInDestination(url));
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
	if (actionData && "next" in actionData) return <SignedIn arrival={actionData} />;
	const { failure, values } = actionData && "failure" in actionData ? actionData : {};
	const challenge = actionData && "challenge" in actionData ? actionData.challenge : values?.challenge;
	if (challenge) {
		return (
			<NarrowPage title="Two-step sign-in" lead="Now enter the code from your authenticator app.">
				<SecondStepForm challenge={challenge} failure={failure} />
			</NarrowPage>
		);
	}
	return (
		<NarrowPage
			title="Sign in"
			lead={leadOf(loaderData)}
			footer={
				<>
					New here?{" "}
					<a href={withNext(href("/register"), loaderData.wanted)} className="link">
						Create Account
					</a>
				</>
			}
		>
			{loaderData.hasEnded && <account-record class="contents" />}
			<LoginForm failure={failure} values={values ?? { email: loaderData.email }} />
			<PasskeySignIn request={loaderData.passkey} />
		</NarrowPage>
	);
}

function leadOf({ wanted, hasEnded }: Route.ComponentProps["loaderData"]): string {
	if (hasEnded)
		return "Your access to the other account has changed or ended. Sign in to your own account to see what you can use.";
	if (wanted === href("/dashboard/account-settings/people"))
		return "Sign in to see who has access, and your invitations.";
	return wanted === undefined
		? "Manage your domains, hosting and invoices."
		: "Sign in to continue. Your cart is saved.";
}
