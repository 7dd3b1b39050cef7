import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { ImportStatement } from "~/features/payments/components/import-statement";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { failField } from "~/lib/result";
import { staffForm, staffOf } from "~/middleware/as-staff";
import { deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/bank-statements";

export const handle = {
	desk: { view: "billing.record", actions: { import: "billing.record" } },
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Bank statements") }];

export async function loader({ context }: Route.LoaderArgs) {
	await staffOf(context, handle);
	return { accounts: context.get(servicesContext).payments.bank.accounts };
}

/** Shows what happens to each credit of the file. Sending it again posts nothing twice. */
export async function action({ context, request }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { session, member, form } = sent.value;
	const file = form.get("file");
	if (!(file instanceof File) || file.size === 0) return deskFailure(failField("file", "Choose a file.").error, form);
	const account = String(form.get("account") ?? "") || undefined;
	const { billingDesk } = context.get(servicesContext);
	const content = { name: file.name, text: await file.text() };
	const imported = await billingDesk.importStatement({ session, member }, content, account);
	return imported.ok ? { statement: imported.value } : deskFailure(imported.error, form);
}

export default function BankStatements({ loaderData, actionData }: Route.ComponentProps) {
	const { statement } = { statement: undefined, ...actionData };
	const answer = actionData && "failure" in actionData ? actionData : undefined;
	return <ImportStatement {...loaderData} answer={answer} statement={statement} />;
}
