import { href, useOutletContext } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import type { CustomerFrameData } from "~/features/customers/components/customer-frame";
import { MergePage } from "~/features/customers/components/merge-page";
import { mergeQuerySchema, mergeSchema } from "~/features/customers/customers.schema";
import { mergeEffects } from "~/features/customers/merge";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { paramsOf } from "~/lib/address";
import { parse } from "~/lib/parse";
import { notFound } from "~/lib/responses";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/customer-merge";

export const handle = {
	desk: { view: "customers.merge", actions: { merge: "customers.merge" } },
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Merge · Customer") }];

export async function loader({ context, params: { customerId }, url }: Route.LoaderArgs) {
	const { q } = mergeQuerySchema.parse(paramsOf(url));
	const [, found] = await asStaff(context, handle, async ({ customerMerge }, session) =>
		q === "" ? null : customerMerge.pair(session, customerId, q),
	);
	if (found && !found.ok && found.error.kind === "not_found") notFound();
	return {
		q,
		obstacle: found && !found.ok ? found.error.message : null,
		other: found?.ok
			? {
					...{ id: found.value.from.id, version: found.value.from.version },
					name: `${found.value.from.firstName} ${found.value.from.lastName}`,
					effects: mergeEffects(found.value),
				}
			: null,
	};
}

export async function action({ context, request, params: { customerId } }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { form, fields, session } = sent.value;
	const input = parse(mergeSchema, fields);
	const done = input.ok
		? await context.get(servicesContext).customerMerge.merge(session, customerId, input.value)
		: input;
	if (!done.ok) return deskFailure(done.error, form);
	const pathname = href("/desk/customers/:customerId", { customerId });
	return deskDone(
		context,
		{ pathname, search: "" },
		`Merged ${done.value} into this account. We've emailed both addresses.`,
	);
}

export default function CustomerMerge({ loaderData, actionData }: Route.ComponentProps) {
	return <MergePage {...useOutletContext<CustomerFrameData>()} {...loaderData} answer={actionData} />;
}
