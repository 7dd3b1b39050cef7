import { href, redirect } from "react-router";
import { NarrowPage } from "~/components/layout/narrow-page";
import { pageTitle } from "~/components/layout/page-title";
import { Alert } from "~/components/ui/alert";
import { Button, ButtonLink } from "~/components/ui/button";
import { servicesContext, viewerContext } from "~/context";
import { clearedSessionCookie } from "~/features/accounts/session-cookie";
import { memberRoleOf } from "~/lib/acting";
import type { Route } from "./+types/logout";

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = () => [
	{ title: pageTitle("Sign out") },
	{ name: "description", content: "Sign out of your account in this browser." },
];

export async function loader({ context, url }: Route.LoaderArgs) {
	const viewer = context.get(viewerContext);
	// The own session may wait for the end of one in another account.
	const signedIn = (await viewer.customer()) !== null || memberRoleOf(viewer.owner) !== null;
	return { signedIn, closing: url.searchParams.has("closing") };
}

export async function action({ context }: Route.ActionArgs) {
	const { cartCodes, checkoutDrafts, config, sessions } = context.get(servicesContext);
	await sessions.end(context.get(viewerContext).owner);
	const headers = new Headers({ "Clear-Site-Data": '"cache"' });
	headers.append("Set-Cookie", clearedSessionCookie(config.APP_ORIGIN));
	// A draft has the name and address of the person who leaves, and the codes can move their domains.
	headers.append("Set-Cookie", checkoutDrafts.clear());
	headers.append("Set-Cookie", cartCodes.clear());
	return redirect(href("/logout"), { status: 303, headers });
}

export default function Logout({ loaderData: { signedIn, closing } }: Route.ComponentProps) {
	if (!signedIn) {
		return (
			<NarrowPage title="You are signed out" lead="See you soon. Your cart stays in this browser.">
				<div className="grid gap-3">
					<account-record class="contents" />
					{closing && (
						<Alert tone="pending" role="status">
							Your account has been scheduled for deletion. You will receive a confirmation email shortly.
						</Alert>
					)}
					<ButtonLink href={href("/login")}>Sign in again</ButtonLink>
					<ButtonLink href={href("/")} variant="secondary">
						Go to the home page
					</ButtonLink>
				</div>
			</NarrowPage>
		);
	}
	return (
		<NarrowPage title="Sign out" lead="This signs you out of this browser. Other devices stay signed in.">
			{/* A document request, because browsers only apply Clear-Site-Data to those. */}
			<form method="post" className="grid" data-native>
				<Button type="submit">Sign out</Button>
			</form>
		</NarrowPage>
	);
}
