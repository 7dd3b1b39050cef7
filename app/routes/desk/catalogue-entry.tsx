import { href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { discardSchema, entriesQuerySchema, saveSchema } from "~/features/catalog-desk/catalog-desk.schema";
import { entryView } from "~/features/catalog-desk/catalog-view";
import { CatalogEntry } from "~/features/catalog-desk/components/catalog-pages";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { parse } from "~/lib/parse";
import { notFound } from "~/lib/responses";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/catalogue-entry";

export const handle = {
	desk: { view: "catalogue.view", actions: { save: "catalogue.edit", discard: "catalogue.edit" } },
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData?.entry.label ?? "Prices and texts") },
];

export async function loader({ context, params }: Route.LoaderArgs) {
	const [{ roles }, draft] = await asStaff(context, handle, ({ catalogDesk }, session) => catalogDesk.draft(session));
	return { entry: entryView(draft, params.key) ?? notFound(), mayEdit: may(roles, "catalogue.edit") };
}

export async function action({ context, request, params, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { form, fields, intent, ...editor } = sent.value;
	const { catalogDesk } = context.get(servicesContext);
	if (intent === "discard") {
		const input = parse(discardSchema, fields);
		if (!input.ok) return deskFailure(input.error, form);
		const done = await catalogDesk.discard(editor, params.key, input.value.version);
		// What was never published is gone.
		const { kind } = entriesQuerySchema.parse({ kind: params.key.split(":")[0] });
		return done.ok ? redirect(`${href("/desk/catalogue/prices")}?kind=${kind}`, 303) : deskFailure(done.error, form);
	}
	const input = parse(saveSchema, fields);
	if (!input.ok) return deskFailure(input.error, form);
	const done = await catalogDesk.save(editor, params.key, input.value.version, form);
	return done.ok ? deskDone(context, url, "Saved in the draft.") : deskFailure(done.error, form);
}

export default function CatalogueEntry({ loaderData, actionData }: Route.ComponentProps) {
	return <CatalogEntry {...loaderData} answer={actionData} />;
}
