import { href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { addExtensionSchema, addSchema, entriesQuerySchema } from "~/features/catalog-desk/catalog-desk.schema";
import type { CatalogDesk, Editor } from "~/features/catalog-desk/catalog-desk.server";
import { entryRows, markupFormView, newEntryView } from "~/features/catalog-desk/catalog-view";
import { CatalogList } from "~/features/catalog-desk/components/catalog-list";
import type { AddedKind } from "~/features/catalog-desk/draft";
import { markupFormSchema } from "~/features/catalog-desk/markup";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { readFilters } from "~/lib/filters";
import { formatCount } from "~/lib/format-count";
import { parse } from "~/lib/parse";
import { failField, type Result } from "~/lib/result";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure, deskListPage } from "~/middleware/desk-answer";
import type { Route } from "./+types/catalogue";

export const handle = {
	desk: {
		view: "catalogue.view",
		actions: { add: "catalogue.edit", import: "catalogue.edit", markup: "catalogue.edit" },
	},
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Prices and texts") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const { query, invalid } = readFilters(entriesQuerySchema, url);
	const [{ roles }, [draft, pieces]] = await asStaff(context, handle, ({ catalogDesk, stock }, session) =>
		Promise.all([catalogDesk.draft(session), query.kind === "hardware" ? stock.list(session) : []]),
	);
	return deskListPage(invalid, {
		query,
		rows: invalid ? [] : entryRows(draft, pieces, query, context.get(servicesContext).clock()),
		markup: markupFormView(draft, query.kind),
		newEntry: newEntryView(draft, query.kind),
		changed: draft.changes.length,
		mayEdit: may(roles, "catalogue.edit"),
	});
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { form, fields, intent, ...editor } = sent.value;
	const { catalogDesk } = context.get(servicesContext);
	if (intent === "add") {
		const kind = parse(addSchema, fields);
		if (!kind.ok) return deskFailure(kind.error, form);
		const added = await add(catalogDesk, editor, kind.value.kind, form);
		if (!added.ok) return deskFailure(added.error, form);
		return redirect(href("/desk/catalogue/prices/:key", { key: added.value }), 303);
	}
	if (intent === "markup") {
		const input = parse(markupFormSchema, fields);
		if (!input.ok) return deskFailure(input.error, form);
		const saved = await catalogDesk.saveMarkup(editor.session, input.value);
		return saved.ok
			? deskDone(context, url, "Saved the markup. No price has changed.")
			: deskFailure(saved.error, form);
	}
	const file = form.get("file");
	if (!(file instanceof File) || file.size === 0) return deskFailure(failField("file", "Choose a file.").error, form);
	const imported = await catalogDesk.importPrices(editor, await file.text());
	if (!imported.ok) return deskFailure(imported.error, form);
	const { prices, costs } = imported.value;
	const changed = [
		prices > 0 ? `Changed ${formatCount(prices, "product")} in the draft.` : "",
		costs > 0 ? `Changed the costs of ${formatCount(costs, "product")}.` : "",
	];
	return deskDone(context, url, changed.filter(Boolean).join(" "));
}

async function add(
	catalogDesk: CatalogDesk,
	editor: Editor,
	kind: "extension" | AddedKind,
	form: FormData,
): Promise<Result<string>> {
	if (kind !== "extension") return catalogDesk.add(editor, kind, form);
	const input = parse(addExtensionSchema, Object.fromEntries(form));
	return input.ok ? catalogDesk.addExtension(editor, input.value.tld) : input;
}

export default function Catalogue({ loaderData, actionData }: Route.ComponentProps) {
	return <CatalogList {...loaderData} answer={actionData} />;
}
