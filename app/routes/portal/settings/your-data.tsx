import { Form, href, redirect, useRouteLoaderData } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { Alert } from "~/components/ui/alert";
import { Button } from "~/components/ui/button";
import { RouteButton } from "~/components/ui/route-button";
import { TitledCard } from "~/components/ui/titled-card";
import { servicesContext } from "~/context";
import { SavedMessage } from "~/features/accounts/components/saved-message";
import { savedSchema } from "~/features/accounts/settings.schema";
import { graceDays } from "~/features/closing/closing";
import { exportsPerDay } from "~/features/data-export/data-export";
import { paramsOf } from "~/lib/address";
import { failureData } from "~/lib/responses";
import { ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/your-data";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Your data") }];

export const loader = ({ url }: Route.LoaderArgs) => ({
	saved: savedSchema.parse(paramsOf(url)).saved,
	failed: url.searchParams.get("failed"),
});

/** Cancels the closing of an account. The banner on every portal page submits here. */
export async function action({ context, url }: Route.ActionArgs) {
	const kept = await context.get(servicesContext).closing.keep(ownerOf(context));
	return kept.ok ? redirect(`${url.pathname}?saved=kept`) : failureData(kept.error);
}

export default function YourData({ loaderData: { saved, failed }, actionData }: Route.ComponentProps) {
	const closes = useRouteLoaderData<{ closes: string | null }>("routes/portal/layout")?.closes;
	return (
		<>
			<SavedMessage saved={saved} failure={actionData?.failure} />
			{actionData?.failure && <Alert tone="danger" role="alert" title={actionData.failure.message} />}
			{failed === "rate_limited" && (
				<Alert tone="danger" role="alert" title={`You can download your data ${exportsPerDay} times a day.`}>
					Try again tomorrow.
				</Alert>
			)}
			{failed === "unavailable" && (
				<Alert tone="danger" role="alert" title="We can't prepare your download right now.">
					Please try again in a minute.
				</Alert>
			)}
			<TitledCard
				title="Download my data"
				lead="A ZIP file with everything we store about you: account, sign-ins, domains and their records, hosting, projects with their files, orders, invoices, payments, messages and history, as JSON."
				className="max-w-3xl"
			>
				<Form method="post" action="download" reloadDocument>
					<Button type="submit" variant="secondary">
						Download ZIP
					</Button>
				</Form>
			</TitledCard>
			{!closes && (
				<TitledCard
					title="Delete my account"
					lead={`Your account closes ${graceDays} days after you ask for it. Until then you can change your mind. The next page explains what happens to your domains, hosting and invoices.`}
					className="max-w-3xl"
				>
					<RouteButton
						to={href("/dashboard/account-settings/your-data/delete")}
						variant="secondary"
						className="justify-self-start"
					>
						Delete my account
					</RouteButton>
				</TitledCard>
			)}
		</>
	);
}
