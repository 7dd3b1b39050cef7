import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { ImportStatement } from "~/features/payments/components/import-statement";
import { readForm } from "~/lib/form-data";
import { failureData } from "~/lib/responses";
import { failField } from "~/lib/result";
import { devInbox } from "~/middleware/dev-inbox";
import type { Route } from "./+types/bank-statement";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Import a bank statement") }];

export function loader({ context }: Route.LoaderArgs) {
	devInbox(context);
	return { accounts: context.get(servicesContext).payments.bank.accounts };
}

export async function action({ context, request }: Route.ActionArgs) {
	devInbox(context);
	const form = await readForm(request);
	const file = form.get("file");
	if (!(file instanceof File) || file.size === 0) return failureData(failField("file", "Choose a file.").error);
	const account = String(form.get("account") ?? "") || undefined;
	const imported = await context.get(servicesContext).payments.bank.importStatement(await file.text(), account);
	return imported.ok ? { statement: imported.value } : failureData(imported.error);
}

/** For staff during development. The back office sends statements to the team API. */
export default function BankStatementPage({ loaderData, actionData }: Route.ComponentProps) {
	const { failure, statement } = { failure: undefined, statement: undefined, ...actionData };
	return <ImportStatement {...loaderData} failure={failure} statement={statement} />;
}
