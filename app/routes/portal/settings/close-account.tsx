import { href, redirectDocument } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { clearedSessionCookie } from "~/features/accounts/session-cookie";
import { closeAccountSchema } from "~/features/closing/closing.schema";
import { CloseAccountForm } from "~/features/closing/components/close-account-form";
import { readForm, textFields } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData } from "~/lib/responses";
import { customerOf } from "~/middleware/as-customer";
import { confirmedOwnerOf, requireConfirmation } from "~/middleware/require-confirmation";
import type { Route } from "./+types/close-account";

export const middleware: Route.MiddlewareFunction[] = [requireConfirmation];

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Delete your account") }];

export async function action({ context, request, url }: Route.ActionArgs) {
	const { closing, config } = context.get(servicesContext);
	const owner = await confirmedOwnerOf(context, url);
	const form = await readForm(request);
	const values = textFields(form, ["confirmation"]);
	const input = parse(closeAccountSchema, Object.fromEntries(form));
	const closed = input.ok ? await closing.schedule(await customerOf(context), owner) : input;
	if (!closed.ok) return failureData(closed.error, values);
	return redirectDocument(`${href("/logout")}?closing=1`, {
		status: 303,
		headers: { "Set-Cookie": clearedSessionCookie(config.APP_ORIGIN), "Clear-Site-Data": '"cache"' },
	});
}

export default function CloseAccount({ actionData }: Route.ComponentProps) {
	return <CloseAccountForm failure={actionData?.failure} value={actionData?.values?.confirmation} />;
}
