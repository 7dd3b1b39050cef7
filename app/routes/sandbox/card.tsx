import { redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { isDeclinedCard, readCardNumber } from "~/features/payments/card-number";
import { SandboxCard } from "~/features/payments/components/sandbox-card";
import { sandboxAnswerSchema, sandboxCardSchema } from "~/features/payments/payment.schema";
import { sandboxView } from "~/features/payments/sandbox-view";
import { readForm } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, notFound } from "~/lib/responses";
import type { Route } from "./+types/card";

export const meta: Route.MetaFunction = () => [
	{ title: pageTitle("Sandbox card payment") },
	{ name: "robots", content: "noindex" },
];

export async function loader({ context, params }: Route.LoaderArgs) {
	const entry = await context.get(servicesContext).sandbox?.find(params.ref);
	if (entry?.method !== "card") notFound();
	return sandboxView(entry);
}

/** The card number decides the outcome. It isn't stored. */
export async function action({ context, params, request }: Route.ActionArgs) {
	const { clock, sandbox } = context.get(servicesContext);
	const found = await sandbox?.find(params.ref);
	if (!sandbox || found?.method !== "card") notFound();
	const form = Object.fromEntries(await readForm(request));
	if (found.cardToken !== null) {
		const input = parse(sandboxAnswerSchema, form);
		if (!input.ok) return failureData(input.error);
		await sandbox.answer(params.ref, input.value.answer);
		return redirect(sandboxView(found).backHref, 303);
	}
	const input = parse(sandboxCardSchema(clock()), form);
	if (!input.ok) return failureData(input.error);
	const { number, expiry } = input.value;
	if (isDeclinedCard(number)) await sandbox.answer(params.ref, "decline");
	else await sandbox.payByCard(params.ref, { ...readCardNumber(number), ...expiry });
	return redirect(sandboxView(found).backHref, 303);
}

export default function SandboxCardPage({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<main id="main" tabIndex={-1}>
			<SandboxCard {...loaderData} errors={actionData?.failure.fields} />
		</main>
	);
}
