import { href } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { InviteForm } from "~/features/members/components/invite-form";
import { inviteSchema } from "~/features/members/members.schema";
import { readForm, textFields } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData } from "~/lib/responses";
import { customerOf } from "~/middleware/as-customer";
import { redirectWith } from "~/middleware/redirect-with";
import { requireConfirmationToRead, requireConfirmedOwner } from "~/middleware/require-confirmation";
import type { Route } from "./+types/invite-person";

export const middleware: Route.MiddlewareFunction[] = [requireConfirmationToRead];

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Invite someone to your account") }];

export const loader = () => null;

export async function action({ context, request }: Route.ActionArgs) {
	const typed = textFields(await readForm(request), ["email", "role"]);
	const input = parse(inviteSchema, typed);
	if (!input.ok) return failureData(input.error, typed);
	const owner = await requireConfirmedOwner(context);
	if (!owner.ok) return failureData(owner.error, typed);
	const invited = await context
		.get(servicesContext)
		.members.invite(await customerOf(context), owner.value, input.value);
	if (!invited.ok) return failureData(invited.error, typed);
	return redirectWith(context, href("/dashboard/account-settings/people"), {
		message: `We emailed an invitation to ${input.value.email}.`,
	});
}

export default function InvitePersonPage({ actionData }: Route.ComponentProps) {
	return <InviteForm failure={actionData?.failure} typed={actionData?.values} />;
}
