import { href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { clientContext, servicesContext } from "~/context";
import { ConfirmPassword } from "~/features/accounts/components/confirm-password";
import { confirmationSchema } from "~/features/accounts/confirmation.schema";
import { earliestReentry } from "~/features/accounts/session";
import { sessionCookie } from "~/features/accounts/session-cookie";
import { readForm } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData } from "~/lib/responses";
import { safeRedirect } from "~/lib/safe-redirect";
import { customerOf, ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/confirm";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Confirm your password") }];

const nextOf = (url: URL) => safeRedirect(url.searchParams.get("next"), href("/dashboard"));

export async function loader({ context, url }: Route.LoaderArgs) {
	const { acting, email, confirmedAt, signedInAt, totpSince } = await customerOf(context);
	const now = context.get(servicesContext).clock();
	if (confirmedAt !== null && confirmedAt >= earliestReentry(now, signedInAt)) throw redirect(nextOf(url));
	return acting && "memberId" in acting
		? { email: acting.email, twoStep: acting.twoStep }
		: { email, twoStep: totpSince !== null };
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const { confirmation, config } = context.get(servicesContext);
	const input = parse(confirmationSchema, Object.fromEntries(await readForm(request)));
	if (!input.ok) return failureData(input.error);
	const confirmed = await confirmation.confirm(
		await customerOf(context),
		ownerOf(context),
		input.value,
		context.get(clientContext),
	);
	if (!confirmed.ok) return failureData(confirmed.error);
	const { token, remembered } = confirmed.value;
	return redirect(nextOf(url), { headers: { "Set-Cookie": sessionCookie(config.APP_ORIGIN, token, remembered) } });
}

export default function ConfirmPage({ loaderData, actionData }: Route.ComponentProps) {
	return <ConfirmPassword {...loaderData} failure={actionData?.failure} />;
}
