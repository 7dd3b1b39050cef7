import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { settingsMessages } from "~/features/accounts/profile";
import { PasskeyList } from "~/features/passkeys/components/passkey-list";
import { addPasskeySchema, removePasskeySchema } from "~/features/passkeys/passkey.schema";
import { formatDay } from "~/lib/dates";
import { readForm } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, notFound } from "~/lib/responses";
import { asCustomer, customerOf } from "~/middleware/as-customer";
import { redirectWith } from "~/middleware/redirect-with";
import { reenteredOwnerOf, requireReentry } from "~/middleware/require-confirmation";
import type { Route } from "./+types/passkeys";

export const middleware: Route.MiddlewareFunction[] = [requireReentry];

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Passkeys") }];

export async function loader({ context }: Route.LoaderArgs) {
	const [customer, rows] = await asCustomer(context, ({ passkeys }, owner) => passkeys.list(owner));
	return {
		passkeys: rows.map(({ id, name, createdAt, usedAt }) => ({
			id,
			name,
			added: formatDay(createdAt, customer),
			used: usedAt === null ? null : formatDay(usedAt, customer),
		})),
		creation: await context.get(servicesContext).passkeys.creationOptions(customer),
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
		return redirectWith(context, url.pathname, { message: settingsMessages["passkey-removed"] });
	}
	const input = parse(addPasskeySchema, form);
	const added = input.ok ? await passkeys.add(customer, owner, input.value) : input;
	return added.ok
		? redirectWith(context, url.pathname, { message: settingsMessages["passkey-added"] })
		: failureData(added.error);
}

export default function PasskeysPage({ loaderData: { passkeys, creation }, actionData }: Route.ComponentProps) {
	return <PasskeyList passkeys={passkeys} creation={creation} failure={actionData?.failure} />;
}
