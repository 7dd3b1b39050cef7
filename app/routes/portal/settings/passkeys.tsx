import { redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { SavedMessage } from "~/features/accounts/components/saved-message";
import { savedSchema } from "~/features/accounts/settings.schema";
import { PasskeyList } from "~/features/passkeys/components/passkey-list";
import { addPasskeySchema, removePasskeySchema } from "~/features/passkeys/passkey.schema";
import { paramsOf } from "~/lib/address";
import { formatDay } from "~/lib/dates";
import { readForm } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, notFound } from "~/lib/responses";
import { asCustomer, customerOf } from "~/middleware/as-customer";
import { reenteredOwnerOf, requireReentry } from "~/middleware/require-confirmation";
import type { Route } from "./+types/passkeys";

export const middleware: Route.MiddlewareFunction[] = [requireReentry];

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Passkeys") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const [customer, rows] = await asCustomer(context, ({ passkeys }, owner) => passkeys.list(owner));
	return {
		passkeys: rows.map(({ id, name, createdAt, usedAt }) => ({
			id,
			name,
			added: formatDay(createdAt, customer),
			used: usedAt === null ? null : formatDay(usedAt, customer),
		})),
		creation: await context.get(servicesContext).passkeys.creationOptions(customer),
		saved: savedSchema.parse(paramsOf(url)).saved,
	};
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const { passkeys } = context.get(servicesContext);
	const owner = await reenteredOwnerOf(context, url);
	const customer = await customerOf(context);
	const form = Object.fromEntries(await readForm(request));
	if (form.intent === "remove") {
		const input = parse(removePasskeySchema, form);
		const removed = input.ok ? await passkeys.remove(customer, owner, input.value.passkeyId) : input;
		if (!removed.ok) notFound();
		return redirect(`${url.pathname}?saved=passkey-removed`);
	}
	const input = parse(addPasskeySchema, form);
	const added = input.ok ? await passkeys.add(customer, owner, input.value) : input;
	return added.ok ? redirect(`${url.pathname}?saved=passkey-added`) : failureData(added.error);
}

export default function PasskeysPage({ loaderData: { passkeys, creation, saved }, actionData }: Route.ComponentProps) {
	return (
		<>
			<SavedMessage saved={saved} failure={actionData?.failure} />
			<PasskeyList passkeys={passkeys} creation={creation} failure={actionData?.failure} />
		</>
	);
}
