import { href, redirectDocument } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { settingsMessages } from "~/features/accounts/profile";
import { sessionCookie } from "~/features/accounts/session-cookie";
import { OtherAccounts, People } from "~/features/members/components/people";
import { listedAccess, listedMember } from "~/features/members/member-view";
import { memberFormSchema } from "~/features/members/members.schema";
import type { MemberRole } from "~/lib/acting";
import { readForm } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData } from "~/lib/responses";
import type { Result } from "~/lib/result";
import { asCustomer, ownerOf } from "~/middleware/as-customer";
import { redirectWith } from "~/middleware/redirect-with";
import { requireConfirmedOwner } from "~/middleware/require-confirmation";
import type { Route } from "./+types/people";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("People with access") }];

export async function loader({ context }: Route.LoaderArgs) {
	const [customer, [people, accounts]] = await asCustomer(context, ({ members }, owner) =>
		Promise.all([members.list(owner), members.accounts(owner)]),
	);
	const now = context.get(servicesContext).clock();
	return {
		people: people.map((one) => listedMember(one, customer, now)),
		accounts: accounts.map((one) => listedAccess(one, customer)),
	};
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const { config, members, sessions } = context.get(servicesContext);
	const input = parse(memberFormSchema, Object.fromEntries(await readForm(request)));
	if (!input.ok) return failureData(input.error);
	const { value } = input;
	const { membershipId: id } = value;
	const owner = ownerOf(context);
	if (value.intent === "open") {
		const role = (await members.accounts(owner)).find((one) => one.id === id)?.role;
		const opened = role && (await sessions.moveTo(owner, id, role));
		// Another request of this browser may have opened it.
		if (!opened?.ok) return redirectDocument(href("/dashboard"));
		const { token, remembered } = opened.value;
		return redirectDocument(href("/dashboard"), {
			headers: {
				"Set-Cookie": sessionCookie(config.APP_ORIGIN, token, remembered),
				"Clear-Site-Data": '"cache"',
			},
		});
	}
	const done =
		value.intent === "change-role" ? await changeRole(id, value.role) : await members[value.intent](owner, id);
	if (!done.ok) return failureData(done.error);
	const change = done.value === "invitation" ? "cancel" : value.intent;
	return redirectWith(context, url.pathname, { message: settingsMessages[`member-${change}`] });

	/** A redirect to the confirmation would lose the chosen role. */
	async function changeRole(membershipId: string, role: MemberRole): Promise<Result<null>> {
		const confirmed = await requireConfirmedOwner(context);
		return confirmed.ok ? members.changeRole(confirmed.value, membershipId, role) : confirmed;
	}
}

export default function PeoplePage({ loaderData: { people, accounts }, actionData }: Route.ComponentProps) {
	return (
		<>
			<FormError failure={actionData?.failure} />
			{accounts.length > 0 && <OtherAccounts accounts={accounts} />}
			<People people={people} />
		</>
	);
}
