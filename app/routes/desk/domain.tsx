import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { DomainDeskPage } from "~/features/services-desk/components/domain-desk-page";
import { handleDomainForm } from "~/features/services-desk/domain-form";
import { domainView } from "~/features/services-desk/domain-view";
import { reasonForm } from "~/features/services-desk/services-desk.schema";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { permissionsOf } from "~/features/staff/permissions";
import { parse } from "~/lib/parse";
import { notFound } from "~/lib/responses";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/domain";

export const handle = {
	desk: {
		view: "services.view",
		actions: {
			compare: "services.change",
			lock: "services.change",
			unlock: "services.change",
			"auto-renew-on": "services.change",
			"auto-renew-off": "services.change",
			"auth-code": "services.change",
			"change-registrar": "services.change",
			"move-zone": "services.change",
			"stop-zone-move": "services.change",
			offer: "services.change",
			withdraw: "services.change",
			"retry-job": "services.change",
			"complete-job": "services.change",
		},
	},
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: pageTitle(loaderData?.domain.name ?? "Domain") }];

export async function loader({ context, params }: Route.LoaderArgs) {
	const [{ roles }, found] = await asStaff(context, handle, ({ domainsDesk }, session) =>
		domainsDesk.find(session, params.domainId),
	);
	const { clock, domainsDesk } = context.get(servicesContext);
	return {
		domain: domainView(found ?? notFound(), clock()),
		permissions: [...permissionsOf(roles)],
		registrars: domainsDesk.registrars(),
	};
}

export async function action({ context, request, params, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { domainsDesk } = context.get(servicesContext);
	const { intent, fields, form, session } = sent.value;
	if (intent === "auth-code") {
		const input = parse(reasonForm, fields);
		const given = input.ok ? await domainsDesk.giveAuthCode(session, params.domainId, input.value.reason) : input;
		// Never in an address or a cookie.
		return given.ok ? { code: given.value } : deskFailure(given.error, form);
	}
	const done = await handleDomainForm(domainsDesk, { intent, fields, session }, params.domainId);
	return done.ok ? deskDone(context, url, done.value) : deskFailure(done.error, form);
}

export default function Domain({ loaderData, actionData }: Route.ComponentProps) {
	const { code, ...answer } = { code: undefined, ...actionData };
	return <DomainDeskPage {...loaderData} code={code} answer={"failure" in answer ? answer : undefined} />;
}
