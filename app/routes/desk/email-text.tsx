import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { isCustomerEmail } from "~/features/email/own-texts";
import { EmailPage } from "~/features/email-desk/components/email-pages";
import { resetTextSchema, sampleNumber, saveTextSchema } from "~/features/email-desk/email-desk.schema";
import { emailOfSlug, emailTextView } from "~/features/email-desk/email-view";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { parse } from "~/lib/parse";
import { notFound } from "~/lib/responses";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/email-text";

export const handle = {
	desk: {
		view: "settings.email",
		actions: { save: "settings.email", reset: "settings.email", test: "settings.email" },
	},
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: pageTitle(loaderData?.email.name ?? "Emails") }];

export async function loader({ context, params, url }: Route.LoaderArgs) {
	const kind = emailOfSlug(params.email) ?? notFound();
	const [, found] = await asStaff(context, handle, ({ emailDesk }, session) => emailDesk.find(session, kind));
	return { email: emailTextView(found, url.searchParams) };
}

export async function action({ context, request, params, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { form, fields, intent, session, member } = sent.value;
	const { emailDesk } = context.get(servicesContext);
	const kind = emailOfSlug(params.email) ?? notFound();
	if (intent === "test") {
		const sample = sampleNumber.parse(fields.sample);
		const done = await emailDesk.sendTest(session, member.id, kind, sample);
		return done.ok
			? deskDone(context, url, `The test is on its way to ${member.email}.`)
			: deskFailure(done.error, form);
	}
	if (!isCustomerEmail(kind)) notFound();
	// Without what was typed for a preview.
	const page = { pathname: url.pathname, search: "" };
	if (intent === "reset") {
		const input = parse(resetTextSchema, fields);
		if (!input.ok) return deskFailure(input.error, form);
		const done = await emailDesk.reset(session, kind, input.value.version);
		return done.ok
			? deskDone(context, page, "The email has the shop's own text again.")
			: deskFailure(done.error, form);
	}
	const input = parse(saveTextSchema(kind), fields);
	if (!input.ok) return deskFailure(input.error, form);
	const done = await emailDesk.save(session, kind, input.value);
	return done.ok ? deskDone(context, page, "Saved. The next email has this text.") : deskFailure(done.error, form);
}

export default function EmailText({ loaderData, actionData }: Route.ComponentProps) {
	return <EmailPage {...loaderData} answer={actionData} />;
}
