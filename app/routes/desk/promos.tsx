import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { PromosPage } from "~/features/catalog-desk/components/promos-page";
import {
	changePromoSchema,
	endPromoSchema,
	newPromoSchema,
	promosQuerySchema,
} from "~/features/catalog-desk/promos-desk.schema";
import { promoView } from "~/features/catalog-desk/promos-view";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { formatDay, kenya } from "~/lib/dates";
import { noRows, readFilters } from "~/lib/filters";
import { parse } from "~/lib/parse";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure, deskListPage } from "~/middleware/desk-answer";
import type { Route } from "./+types/promos";

export const handle = {
	desk: {
		view: "catalogue.view",
		actions: { create: "catalogue.publish", change: "catalogue.publish", end: "catalogue.publish" },
	},
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Promo codes") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const { query, invalid } = readFilters(promosQuerySchema, url);
	const [{ roles }, [{ items, next }, prices]] = await asStaff(
		context,
		handle,
		({ catalogDesk, promosDesk }, session) =>
			Promise.all([invalid ? noRows : promosDesk.list(session, query), catalogDesk.prices(session)]),
	);
	const now = context.get(servicesContext).clock();
	return deskListPage(invalid, {
		query,
		promos: items.map((row) => promoView(row, now, prices)),
		next,
		mayChange: may(roles, "catalogue.publish"),
	});
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { form, fields, intent, session } = sent.value;
	const { promosDesk, clock } = context.get(servicesContext);
	if (intent === "end") {
		const input = parse(endPromoSchema, fields);
		if (!input.ok) return deskFailure(input.error, form);
		const { promo, reason } = input.value;
		const done = await promosDesk.end(session, promo, reason);
		return done.ok ? deskDone(context, url, `${promo} has ended.`) : deskFailure(done.error, form);
	}
	if (intent === "change") {
		const input = parse(changePromoSchema, fields);
		if (!input.ok) return deskFailure(input.error, form);
		const done = await promosDesk.change(session, input.value);
		return done.ok ? deskDone(context, url, `Changed ${input.value.promo}.`) : deskFailure(done.error, form);
	}
	const input = parse(newPromoSchema, fields);
	if (!input.ok) return deskFailure(input.error, form);
	const done = await promosDesk.create(session, input.value);
	if (!done.ok) return deskFailure(done.error, form);
	const { startsAt } = done.value;
	const from = startsAt > clock() ? `from ${formatDay(startsAt, kenya)}` : "now";
	return deskDone(context, url, `Customers can use ${input.value.promo} ${from}.`);
}

export default function Promos({ loaderData, actionData }: Route.ComponentProps) {
	return <PromosPage {...loaderData} answer={actionData} />;
}
