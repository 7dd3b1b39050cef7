import { href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { NewArticle } from "~/features/help-desk/components/help-desk-pages";
import { createArticleSchema } from "~/features/help-desk/help-desk.schema";
import { emptyTexts } from "~/features/help-desk/help-desk-view";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { parse } from "~/lib/parse";
import { staffForm, staffOf } from "~/middleware/as-staff";
import { deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/help-new";

export const handle = { desk: { view: "help.edit", actions: { create: "help.edit" } } } as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("New article") }];

export async function loader({ context }: Route.LoaderArgs) {
	await staffOf(context, handle);
	return { texts: emptyTexts };
}

export async function action({ context, request }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { form, fields, session, member } = sent.value;
	const input = parse(createArticleSchema, fields);
	if (!input.ok) return deskFailure(input.error, form);
	const created = await context.get(servicesContext).helpDesk.create({ session, member }, input.value);
	if (!created.ok) return deskFailure(created.error, form);
	return redirect(href("/desk/help/:articleId", { articleId: created.value.id }), 303);
}

export default function NewHelpArticle({ loaderData, actionData }: Route.ComponentProps) {
	return <NewArticle {...loaderData} answer={actionData} />;
}
