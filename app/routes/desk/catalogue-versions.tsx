import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { versionChangeSchema, versionsQuerySchema } from "~/features/catalog-desk/catalog-desk.schema";
import { versionRows } from "~/features/catalog-desk/catalog-view";
import { VersionsPage } from "~/features/catalog-desk/components/catalog-pages";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { paramsOf } from "~/lib/address";
import { parse } from "~/lib/parse";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/catalogue-versions";

export const handle = {
	desk: {
		view: "catalogue.view",
		actions: { "roll-back": "catalogue.publish", cancel: "catalogue.publish" },
	},
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Versions") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const { after } = versionsQuerySchema.parse(paramsOf(url));
	const [{ roles }, versions] = await asStaff(context, handle, ({ catalogDesk }, session) =>
		catalogDesk.versionPage(session, after),
	);
	return {
		versions: versionRows(versions, context.get(servicesContext).clock()),
		next: versions.next,
		mayPublish: may(roles, "catalogue.publish"),
	};
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { form, fields, intent, ...editor } = sent.value;
	const input = parse(versionChangeSchema, fields);
	if (!input.ok) return deskFailure(input.error, form);
	const { number, reason } = input.value;
	const { catalogDesk } = context.get(servicesContext);
	if (intent === "cancel") {
		const done = await catalogDesk.cancel(editor, number, reason);
		return done.ok ? deskDone(context, url, `Cancelled version ${number}.`) : deskFailure(done.error, form);
	}
	const done = await catalogDesk.rollBack(editor, number, reason);
	return done.ok
		? deskDone(context, url, `Version ${done.value.number} has the content of version ${number}.`)
		: deskFailure(done.error, form);
}

export default function CatalogueVersions({ loaderData, actionData }: Route.ComponentProps) {
	return <VersionsPage {...loaderData} answer={actionData} />;
}
