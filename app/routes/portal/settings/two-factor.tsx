import { data, href } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { settingsMessages } from "~/features/accounts/profile";
import { RecoveryCodes } from "~/features/two-factor/components/recovery-codes";
import { TwoFactorManage } from "~/features/two-factor/components/two-factor-manage";
import { TwoFactorSetup } from "~/features/two-factor/components/two-factor-setup";
import { handleTwoFactorForm } from "~/features/two-factor/two-factor-form";
import { formatDay } from "~/lib/dates";
import { readForm } from "~/lib/form-data";
import { failureStatus } from "~/lib/result";
import { asCustomer, customerOf } from "~/middleware/as-customer";
import { redirectWith } from "~/middleware/redirect-with";
import { reenteredOwnerOf, requireReentry } from "~/middleware/require-confirmation";
import type { Route } from "./+types/two-factor";

export const middleware: Route.MiddlewareFunction[] = [requireReentry];

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Two-step sign-in") }];

export async function loader({ context }: Route.LoaderArgs) {
	const [customer, { since, codesLeft }] = await asCustomer(context, ({ twoFactor }, owner) => twoFactor.status(owner));
	const setup = since === null ? await context.get(servicesContext).twoFactor.begin(customer) : null;
	return { email: customer.email, codesLeft, since: since === null ? null : formatDay(since, customer), setup };
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const { twoFactor } = context.get(servicesContext);
	const owner = await reenteredOwnerOf(context, url);
	const form = Object.fromEntries(await readForm(request));
	const changed = await handleTwoFactorForm(twoFactor, await customerOf(context), owner, form);
	if (changed.off)
		return redirectWith(context, href("/dashboard/account-settings/security"), {
			message: settingsMessages["two-factor-off"],
		});
	return data(changed, { status: changed.failure ? failureStatus[changed.failure.kind] : 200 });
}

export default function TwoFactorPage({ loaderData, actionData }: Route.ComponentProps) {
	const { email, since, codesLeft } = loaderData;
	if (actionData?.codes) return <RecoveryCodes codes={actionData.codes} account={email} />;
	const setup = actionData?.setup ?? loaderData.setup;
	if (since === null && setup) return <TwoFactorSetup setup={setup} failure={actionData?.failure} />;
	return <TwoFactorManage since={since ?? ""} codesLeft={codesLeft} failure={actionData?.failure} />;
}
