import { redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { isCardNumber, isDeclinedCard } from "~/features/payments/card-number";
import { SandboxCard } from "~/features/payments/components/sandbox-card";
import { sandboxView } from "~/features/payments/sandbox-view";
import { readForm } from "~/lib/form-data";
import { failureData, notFound } from "~/lib/responses";
import { fail } from "~/lib/result";
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

/** The number decides the outcome and goes no further than this function. */
export async function action({ context, params, request }: Route.ActionArgs) {
	const { sandbox } = context.get(servicesContext);
	const number = String((await readForm(request)).get("number") ?? "");
	if (!isCardNumber(number)) {
		return failureData(
			fail("invalid", "Check the card number.", { fields: { number: "Check the card number." } }).error,
		);
	}
	const entry = await sandbox?.answer(params.ref, isDeclinedCard(number) ? "decline" : "approve");
	if (!entry) notFound();
	throw redirect(sandboxView(entry).backHref, 303);
}

export default function SandboxCardPage({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<main id="main" tabIndex={-1}>
			<SandboxCard {...loaderData} error={actionData?.failure.fields?.number} />
		</main>
	);
}
