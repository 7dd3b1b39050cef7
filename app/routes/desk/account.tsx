import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { DeskAccountPage } from "~/features/desk/components/desk-account-page";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { formatMoment, kenya } from "~/lib/dates";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/account";

export const handle = {
	desk: { view: null, actions: { "end-session": null, "end-others": null } },
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Your account") }];

export async function loader({ context }: Route.LoaderArgs) {
	const [{ name, email, roles }, sessions] = await asStaff(context, handle, ({ staff }, session) =>
		staff.own.sessions(session),
	);
	return {
		name,
		email,
		roles,
		sessions: sessions.map(({ seenAt, createdAt, ...session }) => ({
			...session,
			seen: formatMoment(seenAt, kenya),
			started: formatMoment(createdAt, kenya),
		})),
	};
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { intent, fields, form, member, session } = sent.value;
	const { own } = context.get(servicesContext).staff;
	const done =
		intent === "end-session"
			? await own.endSession(session, member, String(fields.sessionId ?? ""))
			: await own.endOtherSessions(session, member);
	if (!done.ok) return deskFailure(done.error, form);
	return deskDone(
		context,
		url,
		intent === "end-session" ? "Signed that device out." : "Signed every other device out.",
	);
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
	return <DeskAccountPage {...loaderData} answer={actionData} />;
}
