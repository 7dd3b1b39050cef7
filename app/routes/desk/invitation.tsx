import { data, href } from "react-router";
import { NarrowPage } from "~/components/layout/narrow-page";
import { pageTitle } from "~/components/layout/page-title";
import { ButtonLink } from "~/components/ui/button";
import { clientContext, requestIdContext, servicesContext } from "~/context";
import { InvitationForm } from "~/features/staff/components/invitation-form";
import { handleInvitationForm } from "~/features/staff/invitation-form";
import { readForm, textFields } from "~/lib/form-data";
import { failureInit } from "~/lib/responses";
import type { Route } from "./+types/invitation";

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = () => [
	{ title: pageTitle("Join the desk") },
	{ name: "robots", content: "noindex" },
];

export function headers() {
	return { "Referrer-Policy": "no-referrer", "Cache-Control": "private, no-store" };
}

export async function loader({ url, context }: Route.LoaderArgs) {
	const token = url.searchParams.get("token") ?? "";
	const opened = await context.get(servicesContext).staff.openInvitation(token);
	const invitation = opened.ok ? { ...opened.value, token } : null;
	return data({ invitation }, failureInit(opened.ok ? null : opened.error));
}

export async function action({ request, context }: Route.ActionArgs) {
	const { staff } = context.get(servicesContext);
	const form = await readForm(request);
	const browser = { client: context.get(clientContext), requestId: context.get(requestIdContext) };
	const { failure, codes } = await handleInvitationForm(staff, Object.fromEntries(form), browser);
	const { token, setup, name } = textFields(form, ["token", "setup", "name"]);
	const opened = failure ? await staff.openInvitation(token, setup) : null;
	const invitation = opened?.ok ? { ...opened.value, token } : null;
	return data({ codes, failure, name, invitation }, failureInit(failure ?? null));
}

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
	const invitation = actionData?.invitation ?? loaderData?.invitation;
	return (
		<main id="main">
			{actionData?.codes ? (
				<NarrowPage
					title="Save your recovery codes"
					lead="We only show them once. Use one to sign in if you don't have your phone. Each works once."
					focusHeading
				>
					<div className="grid gap-5">
						<ul className="grid gap-2 sm:grid-cols-2">
							{actionData.codes.map((code) => (
								<li key={code}>
									<code className="font-semibold">{code}</code>
								</li>
							))}
						</ul>
						<ButtonLink href={href("/desk/sign-in")}>I have saved them. Sign in</ButtonLink>
					</div>
				</NarrowPage>
			) : invitation ? (
				<NarrowPage
					title={invitation.joined ? "Set up your second step" : "Join the desk"}
					lead={`This is for ${invitation.email}.`}
				>
					<InvitationForm invitation={invitation} failure={actionData?.failure} name={actionData?.name} />
				</NarrowPage>
			) : (
				<NarrowPage
					title="This link does not work"
					lead="It has expired, was used already, or a newer one replaced it. Ask an owner of the desk to send you another."
				>
					<ButtonLink href={href("/desk/sign-in")} className="w-full">
						Sign in
					</ButtonLink>
				</NarrowPage>
			)}
		</main>
	);
}
