import { pageTitle } from "~/components/layout/page-title";
import { clientContext, servicesContext } from "~/context";
import { PasswordForm } from "~/features/accounts/components/password-form";
import { SecurityEvents } from "~/features/accounts/components/security-events";
import { SignIns } from "~/features/accounts/components/sign-ins";
import { settingsMessages } from "~/features/accounts/profile";
import { listSecurityEvent } from "~/features/accounts/security-event-list";
import { handleSecurityForm } from "~/features/accounts/security-form";
import { securityPageSchema } from "~/features/accounts/settings.schema";
import { listSignIn } from "~/features/accounts/sign-in-list";
import { PasskeySummary } from "~/features/passkeys/components/passkey-summary";
import { TwoFactorSummary } from "~/features/two-factor/components/two-factor-summary";
import { paramsOf } from "~/lib/address";
import { formatDay } from "~/lib/dates";
import { readForm } from "~/lib/form-data";
import { failureOrNotFound } from "~/lib/responses";
import { asCustomer, customerOf, ownerOf } from "~/middleware/as-customer";
import { redirectWith } from "~/middleware/redirect-with";
import type { Route } from "./+types/security";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Security") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const { after } = securityPageSchema.parse(paramsOf(url));
	const [customer, [sessions, twoFactor, events]] = await asCustomer(
		context,
		({ sessions, twoFactor, securityLog }, owner) =>
			Promise.all([sessions.list(owner, after), twoFactor.status(owner), securityLog.list(owner)]),
	);
	const now = context.get(servicesContext).clock();
	return {
		email: customer.email,
		twoFactor: { ...twoFactor, since: twoFactor.since === null ? null : formatDay(twoFactor.since, customer) },
		sessions: sessions.items.map((session) => listSignIn(session, customer, now)),
		next: sessions.next,
		events: events.map((event) => listSecurityEvent(event, customer)),
	};
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const { accountSettings } = context.get(servicesContext);
	const form = Object.fromEntries(await readForm(request));
	const changed = await handleSecurityForm(
		accountSettings,
		await customerOf(context),
		ownerOf(context),
		form,
		context.get(clientContext),
	);
	if (changed.ok) return redirectWith(context, url.pathname, { message: settingsMessages[changed.value] });
	return failureOrNotFound(changed.error);
}

export default function Security({
	loaderData: { email, sessions, next, events, twoFactor },
	actionData,
}: Route.ComponentProps) {
	return (
		<>
			<PasswordForm email={email} twoStep={twoFactor.since !== null} failure={actionData?.failure} />
			<PasskeySummary />
			<TwoFactorSummary {...twoFactor} />
			<SignIns sessions={sessions} next={next} />
			<SecurityEvents events={events} />
		</>
	);
}
