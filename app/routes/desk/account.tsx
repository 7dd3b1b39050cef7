import { data } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { DeskAccountPage } from "~/features/desk/components/desk-account-page";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { handleOwnAccountForm } from "~/features/staff/own-account-form";
import { formatDay, formatMoment, kenya } from "~/lib/dates";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/account";

export const handle = {
	desk: {
		view: null,
		actions: {
			...{ "end-session": null, "end-others": null, password: null, codes: null },
			...{ "check-password": null, "add-passkey": null, "remove-passkey": null },
		},
	},
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Your account") }];

export async function loader({ context }: Route.LoaderArgs) {
	const [{ id, name, email, roles }, [sessions, passkeys]] = await asStaff(context, handle, ({ staff }, session) =>
		Promise.all([staff.own.sessions(session), staff.passkeys.list(session)]),
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
		passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({
			id,
			name,
			added: formatDay(createdAt, kenya),
			used: usedAt === null ? null : formatDay(usedAt, kenya),
		})),
		creation: await context.get(servicesContext).staff.passkeys.creationOptions({ id, email }),
	};
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const done = await handleOwnAccountForm(context.get(servicesContext).staff, sent.value);
	if (!done.ok) return deskFailure(done.error, sent.value.form);
	const { message, codes } = done.value;
	if (codes || message === null) return data({ codes });
	return deskDone(context, url, message);
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
	const codes = actionData && "codes" in actionData ? actionData.codes : undefined;
	const answer = actionData && "failure" in actionData ? actionData : undefined;
	return <DeskAccountPage {...loaderData} codes={codes} answer={answer} />;
}
