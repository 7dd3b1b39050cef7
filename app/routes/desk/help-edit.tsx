import { href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { ArticleEditor } from "~/features/help-desk/components/help-desk-pages";
import { articleQuerySchema } from "~/features/help-desk/help-desk.schema";
import { handleArticleForm } from "~/features/help-desk/help-desk-form";
import { articlePageView } from "~/features/help-desk/help-desk-view";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { paramsOf } from "~/lib/address";
import { notFound } from "~/lib/responses";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/help-edit";

export const handle = {
	desk: {
		view: "help.view",
		actions: {
			save: "help.edit",
			publish: "help.edit",
			unpublish: "help.edit",
			restore: "help.edit",
			discard: "help.edit",
		},
	},
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData?.article.title ?? "Help articles") },
];

export async function loader({ context, params, url }: Route.LoaderArgs) {
	const [{ roles }, found] = await asStaff(context, handle, ({ helpDesk }, session) =>
		helpDesk.find(session, params.articleId, articleQuerySchema.parse(paramsOf(url)).after),
	);
	if (!found) notFound();
	return { article: articlePageView(found.article, found.versions, found.next), mayEdit: may(roles, "help.edit") };
}

export async function action({ context, request, params, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { form } = sent.value;
	const done = await handleArticleForm(context.get(servicesContext).helpDesk, sent.value, params.articleId);
	if (!done.ok) return deskFailure(done.error, form);
	// A draft that was deleted has no page.
	return done.value === null ? redirect(href("/desk/help"), 303) : deskDone(context, url, done.value);
}

export default function EditHelpArticle({ loaderData, actionData }: Route.ComponentProps) {
	return <ArticleEditor {...loaderData} answer={actionData} />;
}
