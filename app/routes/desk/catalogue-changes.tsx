import { redirect, redirectDocument } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { discardSchema, previewSchema, publishSchema } from "~/features/catalog-desk/catalog-desk.schema";
import { changesView } from "~/features/catalog-desk/catalog-view";
import { ChangesPage } from "~/features/catalog-desk/components/catalog-changes";
import { previewCookie, wantsPreview } from "~/features/catalog-desk/preview-cookie";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { formatMoment, kenya } from "~/lib/dates";
import { parse } from "~/lib/parse";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/catalogue-changes";

export const handle = {
	desk: {
		view: "catalogue.view",
		actions: {
			discard: "catalogue.edit",
			preview: "catalogue.view",
			"end-preview": "catalogue.view",
			publish: "catalogue.publish",
		},
	},
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Changes") }];

export async function loader({ context, request }: Route.LoaderArgs) {
	const [{ roles }, [draft, promos]] = await asStaff(context, handle, ({ catalogDesk, promosDesk }, session) =>
		Promise.all([catalogDesk.draft(session), promosDesk.open(session)]),
	);
	const { config } = context.get(servicesContext);
	return {
		view: changesView(draft, promos),
		previews: wantsPreview(config.APP_ORIGIN, request.headers.get("Cookie")),
		mayEdit: may(roles, "catalogue.edit"),
		mayPublish: may(roles, "catalogue.publish"),
	};
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { form, fields, intent, ...editor } = sent.value;
	const { catalogDesk, clock, config } = context.get(servicesContext);
	if (intent === "preview")
		return redirectDocument(previewSchema.parse(fields).page, {
			status: 303,
			headers: { "Set-Cookie": previewCookie(config.APP_ORIGIN, true) },
		});
	if (intent === "end-preview")
		return redirect(url.pathname, { status: 303, headers: { "Set-Cookie": previewCookie(config.APP_ORIGIN, false) } });
	if (intent === "discard") {
		const input = parse(discardSchema, fields);
		if (!input.ok) return deskFailure(input.error, form);
		const done = await catalogDesk.discard(editor, input.value.key, input.value.version);
		return done.ok ? deskDone(context, url, "Discarded the change.") : deskFailure(done.error, form);
	}
	const input = parse(publishSchema, fields);
	if (!input.ok) return deskFailure(input.error, form);
	const done = await catalogDesk.publish(editor, input.value);
	if (!done.ok) return deskFailure(done.error, form);
	const { number, liveAt } = done.value;
	const message =
		liveAt > clock()
			? `Version ${number} applies from ${formatMoment(liveAt, kenya)}.`
			: `Published version ${number}. Customers see it within a minute.`;
	return deskDone(context, url, message);
}

export default function CatalogueChanges({ loaderData, actionData }: Route.ComponentProps) {
	return <ChangesPage {...loaderData} answer={actionData} />;
}
