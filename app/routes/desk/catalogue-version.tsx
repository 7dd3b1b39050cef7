import { href } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { cancelVersionSchema, rollBackSchema, versionNumberSchema } from "~/features/catalog-desk/catalog-desk.schema";
import { versionView } from "~/features/catalog-desk/catalog-view";
import { VersionPage } from "~/features/catalog-desk/components/version-pages";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { formatCount } from "~/lib/format-count";
import { parse } from "~/lib/parse";
import { notFound } from "~/lib/responses";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/catalogue-version";

export const handle = {
	desk: {
		view: "catalogue.view",
		actions: { "roll-back": "catalogue.publish", cancel: "catalogue.publish" },
	},
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = ({ params }) => [{ title: pageTitle(`Version ${params.number}`) }];

const numberOf = ({ number }: Route.LoaderArgs["params"]): number =>
	versionNumberSchema.safeParse(number).data ?? notFound();

export async function loader({ context, params }: Route.LoaderArgs) {
	const number = numberOf(params);
	const [{ roles }, found] = await asStaff(context, handle, ({ catalogDesk }, session) =>
		catalogDesk.version(session, number),
	);
	return {
		version: versionView(found ?? notFound(), context.get(servicesContext).clock()),
		mayPublish: may(roles, "catalogue.publish"),
	};
}

export async function action({ context, request, params }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { form, fields, intent, ...editor } = sent.value;
	const { catalogDesk } = context.get(servicesContext);
	const number = numberOf(params);
	if (intent === "cancel") {
		const input = parse(cancelVersionSchema, fields);
		if (!input.ok) return deskFailure(input.error, form);
		const done = await catalogDesk.cancel(editor, number, input.value);
		if (!done.ok) return deskFailure(done.error, form);
		const { kept } = done.value;
		if (kept === 0) return deskDone(context, versions, `Cancelled version ${number}.`);
		return deskDone(
			context,
			changes,
			`Cancelled version ${number}. ${formatCount(kept, "change")} of it ${kept === 1 ? "is" : "are"} here again.`,
		);
	}
	const input = parse(rollBackSchema, fields);
	if (!input.ok) return deskFailure(input.error, form);
	const done = await catalogDesk.rollBack(editor, number, input.value);
	return done.ok
		? deskDone(context, versions, `Version ${done.value.number} has the content of version ${number}.`)
		: deskFailure(done.error, form);
}

const versions = { pathname: href("/desk/catalogue/versions"), search: "" };
const changes = { pathname: href("/desk/catalogue/changes"), search: "" };

export default function CatalogueVersion({ loaderData, actionData }: Route.ComponentProps) {
	return <VersionPage {...loaderData} answer={actionData} />;
}
