import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { addressSchema } from "~/features/accounts/account.schema";
import { EmailForm } from "~/features/accounts/components/email-form";
import { settingsMessages } from "~/features/accounts/profile";
import { formatDay, formatMoment } from "~/lib/dates";
import { readForm, textFields } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData } from "~/lib/responses";
import { asCustomer, customerOf } from "~/middleware/as-customer";
import { redirectWith } from "~/middleware/redirect-with";
import { reenteredOwnerOf, requireReentry } from "~/middleware/require-confirmation";
import type { Route } from "./+types/email";

export const middleware: Route.MiddlewareFunction[] = [requireReentry];

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Email address") }];

export async function loader({ context }: Route.LoaderArgs) {
	const [customer, change] = await asCustomer(context, ({ emailChange }, owner) => emailChange.pending(owner));
	return {
		email: customer.email,
		stoppedOn: customer.mailRefusedAt === null ? null : formatDay(customer.mailRefusedAt, customer),
		pending: change && {
			newEmail: change.newEmail,
			until: formatMoment(change.expiresAt, customer),
			waitsForOld: change.fromConfirmedAt === null,
			waitsForNew: change.toConfirmedAt === null,
		},
	};
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const { emailChange, undeliverable } = context.get(servicesContext);
	const owner = await reenteredOwnerOf(context, url);
	const customer = await customerOf(context);
	const form = await readForm(request);
	if (form.get("intent") === "cancel") {
		await emailChange.cancel(customer, owner);
		return redirectWith(context, url.pathname, { message: settingsMessages["email-kept"] });
	}
	if (form.get("intent") === "try-again") {
		await undeliverable.tryAgain(owner);
		return redirectWith(context, url.pathname, { message: settingsMessages["email-on"] });
	}
	const input = parse(addressSchema, Object.fromEntries(form));
	const asked = input.ok ? await emailChange.request(customer, owner, input.value) : input;
	if (!asked.ok) return failureData(asked.error, textFields(form, ["email"]));
	return redirectWith(context, url.pathname, { message: settingsMessages["email-sent"] });
}

export default function Email({ loaderData: { email, stoppedOn, pending }, actionData }: Route.ComponentProps) {
	return (
		<EmailForm
			email={email}
			stoppedOn={stoppedOn}
			pending={pending}
			failure={actionData?.failure}
			value={actionData?.values?.email}
		/>
	);
}
