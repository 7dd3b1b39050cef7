import { href } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { NarrowPage } from "~/components/layout/narrow-page";
import { pageTitle } from "~/components/layout/page-title";
import { Alert } from "~/components/ui/alert";
import { servicesContext } from "~/context";
import { failureData } from "~/lib/responses";
import type { Route } from "./+types/unsubscribe";

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = () => [
	{ title: pageTitle("Stop emails") },
	{ name: "description", content: "Stop emails that you don't want to get." },
];

const tokenOf = (url: URL) => url.searchParams.get("token") ?? "";

/** Doesn't unsubscribe yet, because mail scanners open links too. */
export function loader({ context, url }: Route.LoaderArgs) {
	const linked = context.get(servicesContext).notificationPreferences.describeLink(tokenOf(url));
	return linked.ok ? { label: linked.value.label, failure: null } : { label: null, failure: linked.error };
}

/** Called by the form below or by the mailbox's unsubscribe button (RFC 8058), so it only reads the URL. */
export async function action({ context, url }: Route.ActionArgs) {
	const ended = await context.get(servicesContext).notificationPreferences.unsubscribe(tokenOf(url));
	return ended.ok ? { ended: ended.value.label } : failureData(ended.error);
}

const settings = (
	<>
		You can change all of this in your{" "}
		<a href={href("/dashboard/account-settings/notifications")} className="link">
			notification preferences
		</a>
		.
	</>
);

export default function Unsubscribe({ loaderData: { label, failure }, actionData }: Route.ComponentProps) {
	const problem = actionData && "failure" in actionData ? actionData.failure : failure;
	const ended = actionData && "ended" in actionData ? actionData.ended : null;
	return (
		<NarrowPage title="Stop emails" footer={settings}>
			{problem ? (
				<FormError whole failure={problem} />
			) : ended ? (
				<Alert tone="success" role="status" title={`You won't get any more emails about ${ended.toLowerCase()}.`}>
					We'll still email you about your account, domains and payments.
				</Alert>
			) : (
				<form method="post" className="grid gap-4">
					<p>Stop emails about {label?.toLowerCase()}?</p>
					<SubmitButton>Stop these emails</SubmitButton>
				</form>
			)}
		</NarrowPage>
	);
}
