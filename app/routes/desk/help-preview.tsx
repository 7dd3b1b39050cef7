import { href } from "react-router";
import { NoticeStrip } from "~/components/layout/notice-strip";
import { pageTitle } from "~/components/layout/page-title";
import { StorefrontLayout } from "~/components/layout/storefront-layout";
import { servicesContext } from "~/context";
import { articleView } from "~/features/help/article-view";
import { ArticlePage } from "~/features/help/components/help-pages";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { notFound } from "~/lib/responses";
import { asStaff } from "~/middleware/as-staff";
import { requireStaff } from "~/middleware/require-staff";
import { staffViewer } from "~/middleware/staff-viewer";
import type { Route } from "./+types/help-preview";

export const handle = { hydrate: false, desk: { view: "help.view" } } as const satisfies DeskHandle & {
	hydrate: boolean;
};

export const middleware: Route.MiddlewareFunction[] = [staffViewer, requireStaff];

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Preview") }];

/** The draft of an article, as customers would see it. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { articleId } = params;
	const { clock, help } = context.get(servicesContext);
	const [[, found], published] = await Promise.all([
		asStaff(context, handle, ({ helpDesk }, session) => helpDesk.find(session, articleId)),
		help.current(),
	]);
	if (!found) notFound();
	return { articleId, article: articleView(found.article.draft, clock(), published) };
}

export default function HelpPreview({ loaderData: { articleId, article } }: Route.ComponentProps) {
	return (
		<>
			<NoticeStrip
				label="Preview"
				tone="preview"
				link={{ text: "Back to the desk", to: href("/desk/help/:articleId", { articleId }) }}
			>
				Preview of a draft. Customers see it once it is published.
			</NoticeStrip>
			<StorefrontLayout>
				<ArticlePage article={article} />
			</StorefrontLayout>
		</>
	);
}
