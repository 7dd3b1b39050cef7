import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { reasonSchema } from "~/features/customers/customers.schema";
import { DeskProposal } from "~/features/proposals/components/proposals-desk";
import { listedProposal, proposalView } from "~/features/proposals/proposal-view";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { may } from "~/features/staff/permissions";
import { kenya } from "~/lib/dates";
import { parse } from "~/lib/parse";
import { notFound } from "~/lib/responses";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/quote";

export const handle = {
	desk: { view: "orders.view", actions: { withdraw: "orders.change" } },
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Quote") }];

export async function loader({ context, params: { proposalId } }: Route.LoaderArgs) {
	const [{ roles }, found] = await asStaff(context, handle, ({ proposals }, session) =>
		proposals.findByStaff(session, proposalId),
	);
	const row = found ?? notFound();
	const now = context.get(servicesContext).clock();
	const { customerId, customer, writtenBy } = listedProposal(row, now);
	return {
		proposal: { ...proposalView(row, now, kenya), customerId, customer, writtenBy },
		mayChange: may(roles, "orders.change"),
	};
}

export async function action({ context, request, params, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { fields, form, session } = sent.value;
	const input = parse(reasonSchema, fields);
	const done = input.ok
		? await context.get(servicesContext).proposals.withdraw(session, params.proposalId, input.value.reason)
		: input;
	return done.ok ? deskDone(context, url, "Withdrew the quote.") : deskFailure(done.error, form);
}

export default function Quote({ loaderData, actionData }: Route.ComponentProps) {
	return <DeskProposal {...loaderData} answer={actionData} />;
}
