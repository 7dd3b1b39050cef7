import { href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { endPlanSchema } from "~/features/hosting/hosting.schema";
import type { Hosting } from "~/features/hosting/hosting.server";
import type { Payments } from "~/features/payments/payments.server";
import { reviewAssignmentSchema } from "~/features/payments/review.schema";
import { TeamRefunds } from "~/features/refunds/components/team-refunds";
import { refundActionSchema, refundKey, refundSchema } from "~/features/refunds/refund.schema";
import { assignableReviewView, refundableInvoiceView, unfinishedRefundView } from "~/features/refunds/refund-view";
import type { Refunds } from "~/features/refunds/refunds.server";
import { paramsOf } from "~/lib/address";
import { unknownForm } from "~/lib/fields.schema";
import { readForm } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData } from "~/lib/responses";
import { fail, type Result } from "~/lib/result";
import { devInbox } from "~/middleware/dev-inbox";
import type { Route } from "./+types/team-refunds";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Refunds · Team") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	devInbox(context);
	const { refunds, payments } = context.get(servicesContext);
	const { invoice: number = "", done } = paramsOf(url);
	const [found, unfinished, reviews] = await Promise.all([
		number ? refunds.invoice(number) : null,
		refunds.unfinished(),
		payments.reviews.open(),
	]);
	return {
		number,
		isDone: done !== undefined,
		invoice: found && refundableInvoiceView(found),
		refunds: unfinished.map(unfinishedRefundView),
		reviews: reviews.flatMap(assignableReviewView),
		sendKey: crypto.randomUUID(),
	};
}

export async function action({ context, request, url }: Route.ActionArgs) {
	devInbox(context);
	const { intent = "", ...fields } = Object.fromEntries(
		[...(await readForm(request))].filter(([, value]) => value !== ""),
	);
	const done = await act(context.get(servicesContext), String(intent), fields);
	if (!done.ok) return failureData(done.error);
	const { invoice = "" } = paramsOf(url);
	return redirect(`${href("/dev/team/refunds")}?invoice=${encodeURIComponent(invoice)}&done=1`);
}

interface Actions {
	readonly refunds: Refunds;
	readonly payments: Payments;
	readonly hosting: Pick<Hosting, "endByStaff">;
}

async function act(
	{ refunds, payments, hosting }: Actions,
	intent: string,
	fields: Record<string, unknown>,
): Promise<Result<unknown>> {
	switch (intent) {
		case "refund": {
			const { key, number, ...wish } = fields;
			const parsedKey = parse(refundKey, key);
			const input = parse(refundSchema, wish);
			if (!parsedKey.ok || !input.ok) return parsedKey.ok ? input : parsedKey;
			return refunds.issue(String(number), input.value, parsedKey.value);
		}
		case "end-plan": {
			const { planId, ...ending } = fields;
			const input = parse(endPlanSchema, ending);
			return input.ok ? hosting.endByStaff(String(planId), input.value) : input;
		}
		case "decide": {
			const { refundId, ...decision } = fields;
			const input = parse(refundActionSchema, decision);
			return input.ok ? refunds.decide(String(refundId), input.value) : input;
		}
		case "assign": {
			const { reviewId, ...assignment } = fields;
			const input = parse(reviewAssignmentSchema, assignment);
			return input.ok ? payments.reviews.assign(String(reviewId), input.value) : input;
		}
		default:
			return fail("invalid", unknownForm);
	}
}

export default function TeamRefundsPage({ actionData, loaderData }: Route.ComponentProps) {
	return <TeamRefunds {...loaderData} failure={actionData?.failure} />;
}
