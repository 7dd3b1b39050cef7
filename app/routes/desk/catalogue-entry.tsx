import { href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import {
	costSchema,
	discardSchema,
	entriesQuerySchema,
	saveSchema,
	suggestedSchema,
} from "~/features/catalog-desk/catalog-desk.schema";
import { entryView, stockView } from "~/features/catalog-desk/catalog-view";
import { CatalogEntry } from "~/features/catalog-desk/components/catalog-entry";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import type { StaffSession } from "~/features/staff/staff";
import { addStockSchema, countStockSchema, lowStockSchema, stopCountingSchema } from "~/features/stock/stock.schema";
import type { Stock } from "~/features/stock/stock.server";
import { parse } from "~/lib/parse";
import { notFound } from "~/lib/responses";
import { ok, type Result } from "~/lib/result";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/catalogue-entry";

export const handle = {
	desk: {
		view: "catalogue.view",
		actions: {
			save: "catalogue.edit",
			discard: "catalogue.edit",
			cost: "catalogue.costs",
			suggest: "catalogue.edit",
			"stock-add": "catalogue.edit",
			"stock-count": "catalogue.edit",
			"stock-low": "catalogue.edit",
			"stock-stop": "catalogue.edit",
		},
	},
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData?.entry.label ?? "Prices and texts") },
];

export async function loader({ context, params }: Route.LoaderArgs) {
	const [{ roles }, [draft, pieces]] = await asStaff(context, handle, ({ catalogDesk, stock }, session) =>
		Promise.all([catalogDesk.draft(session), stock.list(session)]),
	);
	const entry = entryView(draft, params.key) ?? notFound();
	return {
		entry,
		stock: stockView(pieces, params.key),
		mayEdit: may(roles, "catalogue.edit"),
		mayEnterCosts: may(roles, "catalogue.costs"),
	};
}

export async function action({ context, request, params, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { form, fields, intent, ...editor } = sent.value;
	const { catalogDesk, stock } = context.get(servicesContext);
	if (intent === "suggest") {
		const input = parse(suggestedSchema, fields);
		if (!input.ok) return deskFailure(input.error, form);
		const done = await catalogDesk.takeSuggestion(editor, params.key, input.value);
		return done.ok ? deskDone(context, url, "The suggested price is in the draft.") : deskFailure(done.error, form);
	}
	if (intent === "cost") {
		const input = parse(costSchema, fields);
		if (!input.ok) return deskFailure(input.error, form);
		const { version, ...texts } = input.value;
		const done = await catalogDesk.saveCosts(editor, params.key, version, new Map(Object.entries(texts)));
		return done.ok ? deskDone(context, url, "Saved the cost.") : deskFailure(done.error, form);
	}
	if (intent !== "save" && intent !== "discard") {
		const done = await changeStock(stock, editor.session, params.key, intent, fields);
		return done.ok ? deskDone(context, url, done.value) : deskFailure(done.error, form);
	}
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

/** Changes the stock at once. Returns what the page says. */
async function changeStock(
	stock: Stock,
	session: StaffSession,
	key: string,
	intent: "stock-add" | "stock-count" | "stock-low" | "stock-stop",
	fields: Readonly<Record<string, unknown>>,
): Promise<Result<string>> {
	const productId = key.replace(/^hardware:/, "");
	const said = (saved: Result<null>, message: string): Result<string> => (saved.ok ? ok(message) : saved);
	if (intent === "stock-add") {
		const input = parse(addStockSchema, fields);
		return input.ok ? said(await stock.add(session, productId, input.value), "The stock is changed.") : input;
	}
	if (intent === "stock-count") {
		const input = parse(countStockSchema, fields);
		return input.ok ? said(await stock.count(session, productId, input.value), "The count is saved.") : input;
	}
	if (intent === "stock-low") {
		const input = parse(lowStockSchema, fields);
		return input.ok ? said(await stock.setLowAt(session, productId, input.value), "The notice is saved.") : input;
	}
	const input = parse(stopCountingSchema, fields);
	return input.ok
		? said(await stock.stopCounting(session, productId, input.value), "It is not counted any more.")
		: input;
}

export default function CatalogueEntry({ loaderData, actionData }: Route.ComponentProps) {
	return <CatalogEntry {...loaderData} answer={actionData} />;
}
