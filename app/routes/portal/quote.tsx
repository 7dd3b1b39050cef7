import { href, redirect, redirectDocument } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { ProposalPage } from "~/features/proposals/components/proposal-page";
import { proposalView } from "~/features/proposals/proposal-view";
import { proposalFormSchema } from "~/features/proposals/proposals.schema";
import { flashHeaders } from "~/lib/flash";
import { readForm, textFields } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, failureOrNotFound, notFound } from "~/lib/responses";
import { asCustomer, customerOf, ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/quote";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Quote") }];

export async function loader({ context, params: { proposalId } }: Route.LoaderArgs) {
	const [customer, found] = await asCustomer(context, ({ proposals }, owner) => proposals.find(owner, proposalId));
	return { proposal: proposalView(found ?? notFound(), context.get(servicesContext).clock(), customer) };
}

export async function action({ context, params: { proposalId }, request, url }: Route.ActionArgs) {
	const values = textFields(await readForm(request), ["intent", "total"]);
	const input = parse(proposalFormSchema, values);
	if (!input.ok) return failureData(input.error, values);
	const { config, proposals } = context.get(servicesContext);
	const owner = ownerOf(context);
	if (input.value.intent === "decline") {
		const declined = await proposals.decline(owner, proposalId);
		if (!declined.ok) return failureOrNotFound(declined.error, values);
		return redirect(url.pathname, { headers: flashHeaders(config.APP_ORIGIN, { message: "You declined the quote." }) });
	}
	const placed = await proposals.accept(await customerOf(context), owner, proposalId, input.value.total);
	if (!placed.ok) return failureOrNotFound(placed.error, values);
	return redirectDocument(href("/pay/:invoiceId", { invoiceId: placed.value.invoiceId }));
}

export default function Quote({ loaderData, actionData }: Route.ComponentProps) {
	return <ProposalPage proposal={loaderData.proposal} failure={actionData?.failure} />;
}
