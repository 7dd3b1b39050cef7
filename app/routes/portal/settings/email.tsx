import { redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { addressSchema } from "~/features/accounts/account.schema";
import { EmailForm } from "~/features/accounts/components/email-form";
import { SavedMessage } from "~/features/accounts/components/saved-message";
import { savedSchema } from "~/features/accounts/settings.schema";
import { paramsOf } from "~/lib/address";
import { formatDay, formatMoment } from "~/lib/dates";
import { readForm, textFields } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData } from "~/lib/responses";
import { asCustomer, customerOf } from "~/middleware/as-customer";
import { reenteredOwnerOf, requireReentry } from "~/middleware/require-confirmation";
import type { Route } from "./+types/email";

export const middleware: Route.MiddlewareFunction[] = [requireReentry];

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Email address") }];

export async function loader({ context, url }: Route.LoaderArgs) {
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
		saved: savedSchema.parse(paramsOf(url)).saved,
	};
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const { emailChange, undeliverable } = context.get(servicesContext);
	const owner = await reenteredOwnerOf(context, url);
	const customer = await customerOf(context);
	const form = await readForm(request);
	if (form.get("intent") === "cancel") {
		await emailChange.cancel(customer, owner);
		return redirect(`${url.pathname}?saved=email-kept`);
	}
	if (form.get("intent") === "try-again") {
		await undeliverable.tryAgain(owner);
		return redirect(`${url.pathname}?saved=email-on`);
	}
	const input = parse(addressSchema, Object.fromEntries(form));
	const asked = input.ok ? await emailChange.request(customer, owner, input.value) : input;
	if (!asked.ok) return failureData(asked.error, textFields(form, ["email"]));
	return redirect(`${url.pathname}?saved=email-sent`);
}

export default function Email({ loaderData: { email, stoppedOn, pending, saved }, actionData }: Route.ComponentProps) {
	return (
		<>
			<SavedMessage saved={saved} failure={actionData?.failure} />
			<EmailForm
				email={email}
				stoppedOn={stoppedOn}
				pending={pending}
				failure={actionData?.failure}
				value={actionData?.values?.email}
			/>
		</>
	);
}
