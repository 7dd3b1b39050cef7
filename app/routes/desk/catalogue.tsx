import { href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { addExtensionSchema, entriesQuerySchema } from "~/features/catalog-desk/catalog-desk.schema";
import { entryRows } from "~/features/catalog-desk/catalog-view";
import { CatalogList } from "~/features/catalog-desk/components/catalog-pages";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { paramsOf } from "~/lib/address";
import { formatCount } from "~/lib/format-count";
import { parse } from "~/lib/parse";
import { failField } from "~/lib/result";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/catalogue";

export const handle = {
	desk: { view: "catalogue.view", actions: { add: "catalogue.edit", import: "catalogue.edit" } },
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Prices") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = entriesQuerySchema.parse(paramsOf(url));
	const [{ roles }, draft] = await asStaff(context, handle, ({ catalogDesk }, session) => catalogDesk.draft(session));
	return {
		query,
		rows: entryRows(draft, query),
		changed: draft.changes.length,
		mayEdit: may(roles, "catalogue.edit"),
	};
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { form, fields, intent, ...editor } = sent.value;
	const { catalogDesk } = context.get(servicesContext);
	if (intent === "add") {
		const input = parse(addExtensionSchema, fields);
		if (!input.ok) return deskFailure(input.error, form);
		const added = await catalogDesk.addExtension(editor, input.value.tld);
		if (!added.ok) return deskFailure(added.error, form);
		return redirect(href("/desk/catalogue/prices/:key", { key: added.value }), 303);
	}
	const file = form.get("file");
	if (!(file instanceof File) || file.size === 0) return deskFailure(failField("file", "Choose a file.").error, form);
	const imported = await catalogDesk.importPrices(editor, await file.text());
	if (!imported.ok) return deskFailure(imported.error, form);
	return deskDone(context, url, `Changed ${formatCount(imported.value, "product")} in the draft.`);
}

export default function Catalogue({ loaderData, actionData }: Route.ComponentProps) {
	return <CatalogList {...loaderData} answer={actionData} />;
}
