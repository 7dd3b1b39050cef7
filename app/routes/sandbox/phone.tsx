import { href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { SandboxPhone } from "~/features/payments/components/sandbox-phone";
import { sandboxAnswerSchema } from "~/features/payments/payment.schema";
import { sandboxView } from "~/features/payments/sandbox-view";
import { readForm } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, notFound } from "~/lib/responses";
import type { Route } from "./+types/phone";

export const meta: Route.MetaFunction = () => [
	{ title: pageTitle("Sandbox phone") },
	{ name: "robots", content: "noindex" },
];

export async function loader({ context, params }: Route.LoaderArgs) {
	const entry = await context.get(servicesContext).sandbox?.find(params.ref);
	if (entry?.method !== "mpesa") notFound();
	return sandboxView(entry);
}

export async function action({ context, params, request }: Route.ActionArgs) {
	const { sandbox } = context.get(servicesContext);
	if (!sandbox) notFound();
	const input = parse(sandboxAnswerSchema, Object.fromEntries(await readForm(request)));
	if (!input.ok) return failureData(input.error);
	if (!(await sandbox.answer(params.ref, input.value.answer))) notFound();
	return redirect(href("/sandbox/phone/:ref", { ref: params.ref }), 303);
}

export default function SandboxPhonePage({ loaderData }: Route.ComponentProps) {
	return (
		<main id="main" tabIndex={-1}>
			<SandboxPhone {...loaderData} />
		</main>
	);
}
